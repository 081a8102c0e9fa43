// The table of records: only the rows that are visible are in the document. Corrections of records are made here.

import { COLORS, STATES, colorNumber } from "./colors.js";
import { keyOf } from "./frame.js";
import { controller } from "./page.js";
import { TableHead } from "./site.js";
import { store } from "./store.js";
import { counted } from "./text.js";
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";

const ROW_PX = 28;
const EXTRA = 10;
const FACETS = ["missing", "odd", "uncertain", "new", "flagged", "conflict"];

const valueOf = (field, cell) => ({ field, start: cell.span[0], end: cell.span[1] });

/** The chosen cell of the table: its row, field and value; null if it is not there any more. */
export function chosenCell(state) {
  const { cell, table } = state;
  if (!cell) return null;
  const row = table.rows.find((one) => one.page === cell.page && one.row === cell.row);
  if (!row) return null;
  const column = Math.min(cell.column, table.fields.length - 1);
  const field = table.fields[column];
  return { row, field, column, value: row.cells[column]?.[0] || null };
}

/** A value in the table as the target of a label. */
export function cellTarget(chosen) {
  const { row, field, value } = chosen;
  if (!value) return null;
  const [start, end] = value.span;
  const mark = [field, value.state, start, end, value.target, value.text];
  return { page: row.page, unit: { kind: "source", start, end }, value: null, mark, label: value.text, pieces: [] };
}

/** Chooses a cell, and shows its value on the page. */
export async function choose(row, column) {
  store.set({ cell: { page: row.page, row: row.row, column } });
  const field = store.state.table.fields[column];
  const value = row.cells[column]?.[0];
  if (!value) return;
  const key = keyOf(field, ...value.span);
  if (row.page !== store.state.tab) await store.openPage(row.page);
  if (!controller.goTo(key)) setTimeout(() => controller.goTo(key), 400);
}

/** Moves the chosen cell. */
export function moveCell(rows, columns) {
  const { table } = store.state;
  if (!table.rows.length) return;
  const chosen = chosenCell(store.state);
  const at = chosen ? table.rows.indexOf(chosen.row) + rows : 0;
  const column = chosen ? Math.max(0, Math.min(table.fields.length - 1, chosen.column + columns)) : 0;
  const row = table.rows[Math.max(0, Math.min(table.rows.length - 1, at))];
  choose(row, column);
  document.querySelector(`[data-row="${row.page}-${row.row}"]`)?.scrollIntoView({ block: "nearest" });
}

/** Flags the chosen row, or takes its flag away. */
export function flagRow() {
  const chosen = chosenCell(store.state);
  if (!chosen) return store.say("Choose a row of the table first.");
  return store.send({ type: "row_flag", page: chosen.row.page, row: chosen.row.row, flag: !chosen.row.flag });
}

export function TablePane({ state }) {
  const { table } = state;
  const scroller = useRef();
  const [view, setView] = useState({ top: 0, height: 200 });
  const measure = () => setView({ top: scroller.current.scrollTop, height: scroller.current.clientHeight });
  useEffect(measure, [table.matching]);
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - EXTRA);
  const last = Math.min(table.matching, Math.ceil((view.top + view.height) / ROW_PX) + EXTRA);
  const rows = table.rows.filter((_, at) => table.offset + at >= first && table.offset + at < last);
  const shownFirst = Math.max(first, table.offset);
  useEffect(() => {
    const isOutside = first < table.offset || last > table.offset + table.rows.length;
    if (table.matching && isOutside && table.rows.length < table.matching) {
      const timer = setTimeout(() => store.quietly(() => store.loadTable(Math.max(0, first - 50))), 60);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [first, last, table.offset]);
  const sort = (id) => store.setTable({ sort: id, order: state.sort === id && state.order === "asc" ? "desc" : "asc" });
  const fields = table.fields.map((id) => store.field(id)).filter(Boolean);
  const { records } = state;
  const summary = table.total
    ? `${counted(table.total, "record")}${records.proposed && fields.length > 1 ? " (proposed)" : ""}`
    : "no records yet";
  return html`<section class="table-pane" data-pane="table" tabindex="-1" aria-label="Table of records">
    <div class="bar table-bar">
      <${TableHead} state=${state} />
      <span aria-live="polite" id="record-count">${summary}</span>
      <div class="facets" role="group" aria-label="Filter">
        ${FACETS.map(
          (facet) => html`<button
            class="facet"
            aria-pressed=${state.facet === facet}
            disabled=${!table.facets[facet] && state.facet !== facet}
            onClick=${() => store.setTable({ facet: state.facet === facet ? null : facet })}
          >${facet} <b>${table.facets[facet] || 0}</b></button>`,
        )}
      </div>
      <input type="search" placeholder="filter" aria-label="Filter rows by text" value=${state.query} onInput=${(event) => store.setTable({ query: event.target.value })} />
    </div>
    <${CellBar} state=${state} />
    <div class="scroller" ref=${scroller} onScroll=${measure}>
      ${fields.length === 0
        ? html`<p class="empty">The values that are found appear here, one record in each row.</p>`
        : html`<table aria-rowcount=${table.matching} aria-colcount=${fields.length + 2}>
            <thead>
              <tr>
                <th scope="col" class="narrow"><button onClick=${() => sort("page")} title="Sort by page">#</button></th>
                ${store.ownPages().length > 1 && html`<th scope="col" class="page-column">page</th>`}
                ${fields.map((field) => html`<${Head} key=${field.id} field=${field} state=${state} sort=${sort} />`)}
                <th scope="col" class="narrow"><span class="sr">flags</span></th>
              </tr>
            </thead>
            <tbody>
              ${shownFirst > 0 && html`<tr class="space" style=${{ height: `${shownFirst * ROW_PX}px` }}><td></td></tr>`}
              ${rows.map((row) => html`<${Row} key=${`${row.page}-${row.row}`} row=${row} state=${state} fields=${fields} />`)}
              ${last < table.matching && html`<tr class="space" style=${{ height: `${(table.matching - last) * ROW_PX}px` }}><td></td></tr>`}
            </tbody>
          </table>`}
      ${fields.length > 0 && table.matching === 0 && html`<p class="empty">${state.facet || state.query ? "No row matches the filter." : "Nothing is found yet."}</p>`}
    </div>
  </section>`;
}

function Head({ field, state, sort }) {
  const { table } = state;
  const full = table.total ? Math.round((100 * (table.fill[field.id] || 0)) / table.total) : 0;
  const direction = state.sort === field.id ? (state.order === "asc" ? "ascending" : "descending") : "none";
  return html`<th scope="col" aria-sort=${direction} style=${{ "--mark": COLORS[colorNumber(field)] }}>
    <button onClick=${() => sort(field.id)} title="Sort by ${field.name}; ${full} % of the rows have a value">
      <span class="chip">${field.number}</span> ${field.name} ${direction === "ascending" ? "▲" : direction === "descending" ? "▼" : ""}
    </button>
    <span class="fill" role="img" aria-label="${full} % full"><span style=${{ width: `${full}%` }}></span></span>
  </th>`;
}

function Row({ row, state, fields }) {
  const chosen = state.cell?.page === row.page && state.cell?.row === row.row ? state.cell.column : -1;
  const page = store.page(row.page);
  return html`<tr class=${chosen >= 0 ? "chosen" : ""} data-row="${row.page}-${row.row}">
    <td class="narrow">${row.row}</td>
    ${store.ownPages().length > 1 && html`<td class="page-column" title=${page?.name}>${page?.name}</td>`}
    ${fields.map((field, column) => html`<${Cell} key=${field.id} row=${row} field=${field} column=${column} isChosen=${chosen === column} />`)}
    <td class="narrow">${row.flag ? html`<span title="flagged">⚑<span class="sr"> flagged</span></span>` : ""}</td>
  </tr>`;
}

function Cell({ row, field, column, isChosen }) {
  const values = row.cells[column] || [];
  const content = values.length
    ? values.map((value, at) => html`${at > 0 && html`<span class="quiet"> | </span>`}<span class="value state-${value.state}">${value.text}${sign(value.state)}</span>`)
    : html`<span class="missing">${field.required ? "missing!" : "missing"}</span>`;
  return html`<td class=${isChosen ? "chosen" : ""} aria-selected=${isChosen} style=${{ "--mark": COLORS[colorNumber(field)] }}
    title=${values.map((value) => value.text).join(" | ")} onClick=${() => choose(row, column)}>${content}</td>`;
}

const sign = (state) =>
  STATES[state]?.sign ? html` <span class="sign" title=${STATES[state].name}>${STATES[state].sign}<span class="sr"> ${STATES[state].name}</span></span>` : "";

/** What can be done with the chosen cell. */
function CellBar({ state }) {
  const chosen = chosenCell(state);
  if (!chosen) return null;
  const { row, field, value } = chosen;
  const page = row.page;
  const send = (members) => () => store.send({ page, ...members });
  const to = (number) => send({ type: "move_value", value: valueOf(field, value), to: number });
  const target = cellTarget(chosen);
  return html`<div class="bar cell-bar" role="toolbar" aria-label="Chosen value">
    <span class="cell-name">row ${row.row}, ${store.field(field)?.name}</span>
    <button disabled=${!value} onClick=${() => store.label(target, 1, field)}>Accept</button>
    <button disabled=${!value} onClick=${() => store.label(target, -1, field)}>Reject</button>
    <button disabled=${!value} onClick=${send({ type: "record_split", row: row.row, at: value && valueOf(field, value) })} title="From this value on it is another record">Split here</button>
    <button disabled=${row.row < 2} onClick=${send({ type: "record_merge", rows: [row.row - 1, row.row] })}>Merge with previous</button>
    <button disabled=${!value || row.row < 2} onClick=${value && to(row.row - 1)}>Move up</button>
    <button disabled=${!value || row.row >= (state.records.pages[page] || 0)} onClick=${value && to(row.row + 1)}>Move down</button>
    <button disabled=${!value} onClick=${value && to("new")}>Own record</button>
    <button disabled=${!value} onClick=${value && to(null)}>No record</button>
    <button aria-pressed=${row.flag} onClick=${flagRow}>Flag</button>
    <button onClick=${() => store.set({ cell: null })} aria-label="Close">✕</button>
  </div>`;
}
