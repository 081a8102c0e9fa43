// The raw view: the source of the page with line numbers, values marked at their places. A click or a drag labels, as on
// the page. Everything can be reached here: addresses, comments, data in scripts.

import { get, post } from "./api.js";
import { COLORS, STATES, colorNumber } from "./colors.js";
import { store } from "./store.js";
import { short, toPoints, toUnits } from "./text.js";
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";

const WINDOW = 20000;

/** The window of the source as pieces: {start, end, text, unit, marks}, cut where units and marks begin and end. */
export function pieces(source, marks) {
  const cuts = new Set([source.from, source.to]);
  const isIn = (start, end) => end > source.from && start < source.to;
  const units = source.units.filter(([start, end]) => isIn(start, end));
  const shown = marks.filter((mark) => isIn(mark[2], mark[3]));
  for (const [start, end] of [...units, ...shown.map((mark) => [mark[2], mark[3]])]) {
    cuts.add(Math.max(start, source.from));
    cuts.add(Math.min(end, source.to));
  }
  const at = [...cuts].sort((one, other) => one - other);
  const found = [];
  let offset = 0;
  for (let number = 0; number + 1 < at.length; number += 1) {
    const [start, end] = [at[number], at[number + 1]];
    const length = toUnits(source.text.slice(offset, offset + 2 * (end - start)), end - start);
    const covers = ([from, to]) => from <= start && to >= end;
    found.push({
      start,
      end,
      text: source.text.slice(offset, offset + length),
      unit: smallest(units.filter(covers)),
      marks: shown.filter((mark) => covers([mark[2], mark[3]])),
    });
    offset += length;
  }
  return found;
}

const smallest = (units) => units.reduce((best, one) => (best && best[1] - best[0] <= one[1] - one[0] ? best : one), null);

/** Pieces cut into lines: [{number, pieces}]. */
function lines(found, first) {
  const rows = [{ number: first, pieces: [] }];
  for (const piece of found) {
    let offset = piece.start;
    piece.text.split("\n").forEach((text, at) => {
      if (at) rows.push({ number: rows.at(-1).number + 1, pieces: [] });
      if (text) rows.at(-1).pieces.push({ ...piece, text, from: offset });
      offset += [...text].length + 1;
    });
  }
  return rows;
}

function chosenMark(marks, field) {
  return marks.find((mark) => mark[0] === field) || marks[0] || null;
}

export function RawView({ state }) {
  const page = store.page();
  const [source, setSource] = useState(null);
  const [listed, setListed] = useState("none");
  const [embedded, setEmbedded] = useState([]);
  const drag = useRef(false);
  const load = (from) =>
    store.quietly(async () => setSource(await get(`/pages/${page.id}/source?from=${from}&to=${from + WINDOW}`)));
  useEffect(() => {
    const at = state.target?.mark ? Math.max(0, state.target.mark[2] - 2000) : 0;
    setSource(null);
    load(at);
  }, [page?.id, page?.encoding?.name]);
  if (!source) return html`<div class="raw" aria-busy="true"><p class="quiet">Reading the source …</p></div>`;
  const found = pieces(source, store.marksOf(page.id));
  const hidden = source.units.filter(([, , target]) => target[0] === "a" || target[0] === "s");

  const targetOf = (piece) => {
    const mark = chosenMark(piece.marks, state.field);
    const [start, end] = mark ? [mark[2], mark[3]] : piece.unit || [piece.start, piece.end];
    return { page: page.id, unit: { kind: "source", start, end }, value: null, mark, label: piece.text, pieces: [] };
  };
  const onClick = (event) => {
    if (event.detail > 1 || !getSelection().isCollapsed || drag.current) {
      drag.current = false;
      return;
    }
    const start = Number(event.target.closest("[data-start]")?.dataset.start ?? -1);
    const piece = found.find((one) => one.start === start);
    if (!piece || (!piece.unit && !piece.marks.length)) return;
    const modifiers = { shift: event.shiftKey, alt: event.altKey };
    store.click(targetOf(piece), modifiers, { x: event.clientX, y: event.clientY });
  };
  const onUp = () => {
    const selection = getSelection();
    drag.current = false;
    if (selection.isCollapsed) return;
    const ends = [
      offsetOf(selection.anchorNode, selection.anchorOffset),
      offsetOf(selection.focusNode, selection.focusOffset),
    ];
    selection.removeAllRanges();
    drag.current = true;
    if (ends.includes(null) || ends[0] === ends[1]) return;
    const unit = { kind: "source", start: Math.min(...ends), end: Math.max(...ends) };
    store.label({ page: page.id, unit, value: null }, 1);
  };
  const showList = async (kind) => {
    setListed(listed === kind ? "none" : kind);
    if (kind === "embedded") setEmbedded((await store.quietly(() => get(`/pages/${page.id}/embedded`)))?.items || []);
  };
  const take = async ([start, end]) => {
    const unit = { kind: "source", start, end };
    const { value } = await post(`/pages/${page.id}/unit`, { unit });
    await store.label({ page: page.id, unit, value }, 1);
  };
  const textOf = ([start, end]) => {
    const from = toUnits(source.text, Math.max(0, start - source.from));
    return source.text.slice(from, from + toUnits(source.text.slice(from, from + 2 * (end - start)), end - start));
  };
  return html`<div class="raw" data-pane="raw" tabindex="-1" role="region" aria-label="Source of the page">
    <div class="raw-bar">
      <button disabled=${source.from === 0} onClick=${() => load(Math.max(0, source.from - WINDOW))}>Earlier</button>
      <button disabled=${source.to >= source.total} onClick=${() => load(source.to)}>Later</button>
      <span class="quiet">characters ${source.from.toLocaleString("en")} to ${source.to.toLocaleString("en")} of ${source.total.toLocaleString("en")}</span>
      <button aria-pressed=${listed === "hidden"} onClick=${() => showList("hidden")}>Not visible on the page (${hidden.length})</button>
      <button aria-pressed=${listed === "embedded"} onClick=${() => showList("embedded")}>Embedded data</button>
    </div>
    ${listed === "hidden" &&
    html`<ul class="raw-list" aria-label="Values that are not visible on the page">
      ${hidden.slice(0, 500).map(
        (unit) => html`<li><button onClick=${() => store.quietly(() => take(unit))}>take</button> <b>${unit[2][2] || "source"}</b> ${short(textOf(unit), 90)}</li>`,
      )}
    </ul>`}
    ${listed === "embedded" &&
    html`<ul class="raw-list" aria-label="Data in scripts and attributes">
      ${embedded.length === 0 && html`<li class="quiet">There is none on this page.</li>`}
      ${embedded.slice(0, 500).map(
        (item) => html`<li><button onClick=${() => store.quietly(() => take(item.span))}>take</button> <b>${item.path}</b> ${short(item.value, 90)}</li>`,
      )}
    </ul>`}
    <div class="source" onClick=${onClick} onMouseUp=${onUp}>
      ${lines(found, source.line).map(
        (line) => html`<div class="line" key=${line.number}>
          <span class="number" aria-hidden="true">${line.number}</span><code>${line.pieces.map((piece) => drawn(piece, state))}</code>
        </div>`,
      )}
    </div>
  </div>`;
}

function drawn(piece, state) {
  const mark = chosenMark(piece.marks, state.field);
  const field = mark && store.field(mark[0]);
  const classes = `${piece.unit ? "unit" : ""} ${mark ? `marked state-${mark[1]}` : ""}`;
  const style = field ? { "--mark": COLORS[colorNumber(field)] } : {};
  const title = field ? `${field.name}: ${STATES[mark[1]].name}` : undefined;
  return html`<span class=${classes} style=${style} title=${title} data-start=${piece.start} data-from=${piece.from}>${piece.text}</span>`;
}

/** The position in the source of a place in the drawn text. */
function offsetOf(node, offset) {
  const element = node.nodeType === 3 ? node.parentElement : node;
  const span = element.closest?.("[data-from]");
  if (!span) return null;
  return Number(span.dataset.from) + (node.nodeType === 3 ? toPoints(node.data, offset) : 0);
}

