// Page types: their tabs, the dialog in which they are put right, where a link field leads, and the joined table.

import { Dialog } from "./dialog.js";
import { keyOf } from "./frame.js";
import { controller } from "./page.js";
import { store } from "./store.js";
import { counted, short } from "./text.js";
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";

const ROW_PX = 28;
const EXTRA = 10;
const openDialog = () => store.set({ dialog: { kind: "types" } });

// -- tabs

export function TypeTabs({ state }) {
  return html`<div class="tab-bar type-bar">
    <div class="tabs types" role="tablist" aria-label="Page types">
      ${state.types.map(
        (one) => html`<button role="tab" key=${one.id} data-type=${one.name} aria-selected=${one.id === store.pageType()} onClick=${() => store.openType(one.id)}
          title="${counted(one.pages.length, "page")}">${short(one.name, 24)} <b>${one.pages.length}</b></button>`,
      )}
    </div>
    <button class="type-button" onClick=${openDialog} title="Page types (W)">Page types</button>
  </div>`;
}

/** The types that the pages look like, where the links between them leave little doubt; one click makes them. */
export function TypeNotice({ state }) {
  const { proposed, is_linked: isLinked } = state.site;
  if (state.types.length || state.hasRefusedTypes || !isLinked || state.steps.length) return null;
  const names = proposed.map((one) => `${one.name} (${one.pages.length})`).join(", ");
  const refuse = () => {
    store.set({ hasRefusedTypes: true });
    store.keepUi();
  };
  return html`<div class="notice types-notice" role="status">These look like pages of ${proposed.length} types: ${names}.
    <button class="main" id="take-types" onClick=${() => store.send({ type: "types_take" })}>Use these page types</button>
    <button onClick=${openDialog}>Look at them</button>
    <button onClick=${refuse}>Not now</button></div>`;
}

// -- links

/** Where a field leads: a choice for the active field. */
export function LeadsTo({ field, state }) {
  const others = state.types.filter((one) => one.id !== field.page_type);
  if (!others.length) return null;
  const change = (event) => store.send({ type: "field_change", field: field.id, leads_to: event.target.value || null });
  return html`<label class="leads-to">leads to <select aria-label="${field.name} leads to" value=${field.leads_to || ""} onChange=${change}>
    <option value="">nothing</option>
    ${others.map((one) => html`<option value=${one.id}>${one.name} pages</option>`)}
  </select></label>`;
}

/** Links to pages of another type that no field leads along yet. */
export function LinkProposal({ state }) {
  const links = state.site.links.filter((one) => one.page_type === store.pageType());
  if (!state.types.length || !links.length) return null;
  return links.map(({ to, field, count, page_type: kind }) => {
    const known = field && store.field(field);
    const take = () =>
      known ? store.send({ type: "field_change", field, leads_to: to }) : store.send({ type: "link_add", page_type: kind, to });
    const text = known
      ? `${known.name}: ${counted(count, "value")} lead to ${store.typeName(to)} pages.`
      : `${counted(count, "link")} lead from here to ${store.typeName(to)} pages.`;
    return html`<p class="link-proposal" role="status" key=${to}>${text}
      <button data-link=${store.typeName(to)} onClick=${take}>${known ? `${known.name} leads to ${store.typeName(to)}` : "Add a link field"}</button></p>`;
  });
}

// -- the dialog

export function TypesDialog({ state }) {
  const { types, site } = state;
  return html`<${Dialog} title="Page types" wide=${true}>
    ${types.length === 0
      ? html`<${ProposedTypes} state=${state} />`
      : html`<p class="quiet">Each page type has fields of its own. A link field leads from one type to another.</p>
          <${KnownTypes} state=${state} />`}
    <${NewType} state=${state} />
    ${types.length > 0 && html`<${PageList} state=${state} />`}
    ${types.length > 0 && html`<${SiteSummary} state=${state} site=${site} />`}
  </${Dialog}>`;
}

function ProposedTypes({ state }) {
  const { proposed } = state.site;
  if (proposed.length < 2) return html`<p>All pages look alike. Add a page type to tell some of them from the others.</p>`;
  return html`<p>By their markup, addresses and links the pages are of these types:</p>
    <ul class="proposed-types">
      ${proposed.map((one) => html`<li key=${one.name}><b>${one.name}</b> <span class="quiet">${counted(one.pages.length, "page")}: ${short(one.pages.map((id) => store.page(id)?.name).join(", "), 120)}</span></li>`)}
    </ul>
    <button class="main" onClick=${() => store.send({ type: "types_take" })}>Use these page types</button>`;
}

function KnownTypes({ state }) {
  const { program } = state.site;
  const role = (id) => {
    if (program.rows === id) return "one row for each record";
    if (program.left_out.includes(id)) return "not in the joined table";
    return program.types.includes(id) ? (program.types.indexOf(id) < program.types.indexOf(program.rows) ? "leads to the rows" : "completes the rows") : "";
  };
  return html`<table class="type-table"><thead><tr><th scope="col">name</th><th scope="col">pages</th><th scope="col">fields</th><th scope="col">leads to</th><th scope="col">in the joined table</th><th></th></tr></thead><tbody>
    ${state.types.map((one) => {
      const fields = state.fields.filter((field) => field.page_type === one.id);
      const leads = fields.filter((field) => field.leads_to).map((field) => `${field.name} → ${store.typeName(field.leads_to)}`);
      return html`<tr key=${one.id}>
        <td><${TypeName} type=${one} /></td>
        <td>${one.pages.length}</td>
        <td>${short(fields.map((field) => field.name).join(", ") || "none yet", 50)}</td>
        <td>${leads.join(", ")}</td>
        <td>${role(one.id)}</td>
        <td><button disabled=${one.pages.length > 0} title=${one.pages.length ? "Move its pages to another type first" : ""} aria-label="Remove the type ${one.name}" onClick=${() => store.send({ type: "type_remove", page_type: one.id })}>Remove</button></td>
      </tr>`;
    })}
  </tbody></table>`;
}

function TypeName({ type }) {
  const rename = (event) => {
    const name = event.target.value.trim();
    if (name && name !== type.name) store.send({ type: "type_change", page_type: type.id, name });
    else event.target.value = type.name;
  };
  return html`<input aria-label="Name of the page type ${type.name}" value=${type.name} maxlength="100" onBlur=${rename}
    onKeyDown=${(event) => event.key === "Enter" && event.target.blur()} />`;
}

function NewType({ state }) {
  const [name, setName] = useState("");
  const page = store.page();
  const add = (event) => {
    event.preventDefault();
    store.send({ type: "type_add", name: name.trim() || null, moved: page && !state.types.length ? [page.id] : [] });
    setName("");
  };
  return html`<form class="row" onSubmit=${add}>
    <input aria-label="Name of a new page type" placeholder="name of a new type" value=${name} onInput=${(event) => setName(event.target.value)} />
    <button>${state.types.length || !page ? "Add a type" : `Add a type with ${short(page.name, 24)}`}</button>
  </form>`;
}

/** All pages with their types, and the next page of each list page. */
function PageList({ state }) {
  const next = new Map(state.site.next.map((one) => [one.page, one]));
  const move = (id) => (event) => store.send({ type: "page_move", moved: [id], page_type: event.target.value });
  return html`<div class="scroller"><table class="page-table"><thead><tr><th scope="col">page</th><th scope="col">type</th>${next.size > 0 && html`<th scope="col">next page</th>`}</tr></thead><tbody>
    ${state.pages.map(
      (page) => html`<tr key=${page.id}>
        <th scope="row" title=${page.url || page.name}>${short(addressOf(page), 46)}</th>
        <td><select aria-label="Type of ${page.name}" value=${page.page_type} onChange=${move(page.id)}>
          ${state.types.map((one) => html`<option value=${one.id}>${one.name}</option>`)}
        </select></td>
        ${next.size > 0 && html`<td>${next.has(page.id) && html`<${NextPage} page=${page} next=${next.get(page.id)} />`}</td>`}
      </tr>`,
    )}
  </tbody></table></div>`;
}

const addressOf = (page) => (page.url ? page.url.replace(/^(https?:\/\/[^/]+|file:\/\/)(?=\/)/, "") : page.name);

function NextPage({ page, next }) {
  const change = (event) => {
    const { value } = event.target;
    const said = value === "auto" ? { auto: true } : { target: value === "none" ? null : value };
    store.send({ type: "next_page", page: page.id, ...said });
  };
  const name = (address) => short(address.replace(/^(https?:\/\/[^/]+|file:\/\/)(?=\/)/, ""), 40);
  const chosen = next.said ? next.target || "none" : "auto";
  return html`<select aria-label="Next page of ${page.name}" value=${chosen} onChange=${change}>
    <option value="auto">recognized${next.said ? "" : `: ${next.target ? name(next.target) : "none"}`}</option>
    <option value="none">there is none</option>
    ${[...new Set([...next.choices, ...(next.target ? [next.target] : [])])].map((one) => html`<option value=${one}>${name(one)}</option>`)}
  </select>`;
}

function SiteSummary({ state, site }) {
  const { program } = site;
  const choose = (event) => store.send({ type: "site_rows", page_type: event.target.value || null });
  return html`<div class="row site-summary">
    <label>One row for each record of <select aria-label="Page type of the rows" value=${program.rows || ""} onChange=${choose}>
      ${!program.rows && html`<option value="">…</option>`}
      ${state.types.map((one) => html`<option value=${one.id}>${one.name} pages</option>`)}
    </select></label>
    ${program.problem && html`<span class="error" role="alert">${program.problem}</span>`}
    <button onClick=${() => {
      store.set({ dialog: null });
      store.showJoined(true);
    }}>Show the joined table</button>
  </div>`;
}

// -- the joined table

/** The name of the table; with page types a choice between the records of one type and the joined rows. */
export function TableHead({ state }) {
  if (!state.types.length) return html`<h2>Table</h2>`;
  const choice = (isJoined, name) => html`<button role="tab" aria-selected=${state.isJoined === isJoined} onClick=${() => store.showJoined(isJoined)}>${name}</button>`;
  return html`<div class="tabs table-tabs" role="tablist" aria-label="Table">
    ${choice(false, `${short(store.typeName(store.pageType()), 16)} records`)}${choice(true, "Joined")}
  </div>`;
}

const isAt = (state, row, column) => state.cell?.joined === row && state.cell?.column === column;

/** Chooses a cell, and shows its value on the page that it is from. */
async function choose(number, column) {
  store.set({ cell: { joined: number, column } });
  const { rows, offset, fields } = store.state.joined;
  const cell = rows[number - offset]?.cells[column];
  if (!cell?.page) return;
  if (cell.page !== store.state.tab) await store.openPage(cell.page);
  store.set({ cell: { joined: number, column } });
  const { field } = fields[column];
  if (!cell.span || !field) return;
  const key = keyOf(field, ...cell.span);
  if (!controller.goTo(key)) setTimeout(() => controller.goTo(key), 400);
}

/** Moves the chosen cell. */
export function moveJoined(rows, columns) {
  const { cell, joined } = store.state;
  if (!joined.rows.length) return;
  const isChosen = cell?.joined !== undefined;
  const last = joined.offset + joined.rows.length - 1;
  const row = isChosen ? Math.max(joined.offset, Math.min(last, cell.joined + rows)) : joined.offset;
  const column = isChosen ? Math.max(0, Math.min(joined.fields.length - 1, cell.column + columns)) : 0;
  choose(row, column);
  document.querySelector(`[data-joined="${row}"]`)?.scrollIntoView({ block: "nearest" });
}

export function JoinedPane({ state }) {
  const { joined, joinedProblem } = state;
  const scroller = useRef();
  const [view, setView] = useState({ top: 0, height: 200 });
  const measure = () => setView({ top: scroller.current.scrollTop, height: scroller.current.clientHeight });
  useEffect(measure, [joined.total]);
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - EXTRA);
  const last = Math.min(joined.total, Math.ceil((view.top + view.height) / ROW_PX) + EXTRA);
  const end = joined.offset + joined.rows.length;
  useEffect(() => {
    const isOutside = joined.total > joined.rows.length && (first < joined.offset || last > end);
    if (!isOutside) return undefined;
    const timer = setTimeout(() => store.quietly(() => store.loadJoined(Math.max(0, first - 50))), 60);
    return () => clearTimeout(timer);
  }, [first, last, joined.offset]);
  const from = Math.max(first, joined.offset);
  const shown = joined.rows.slice(from - joined.offset, last - joined.offset);
  return html`<section class="table-pane joined-pane" data-pane="table" tabindex="-1" aria-label="Joined table">
    <div class="bar table-bar">
      <${TableHead} state=${state} />
      <span aria-live="polite" id="joined-count">${counted(joined.total, "row")}${joined.holes ? `, ${counted(joined.holes, "row")} with a hole` : ""}</span>
      <${JoinedNotes} joined=${joined} />
    </div>
    <div class="scroller" ref=${scroller} onScroll=${measure}>
      ${joinedProblem && html`<p class="empty" role="status">There is no joined table yet: ${joinedProblem.message}. ${joinedProblem.hint}</p>`}
      ${!joinedProblem &&
      html`<table aria-rowcount=${joined.total} aria-colcount=${joined.fields.length + 1}>
        <thead><tr><th scope="col" class="narrow">#</th>
          ${joined.fields.map((field) => html`<${JoinedHead} key=${field.name} field=${field} joined=${joined} />`)}</tr></thead>
        <tbody>
          ${from > 0 && html`<tr class="space" style=${{ height: `${from * ROW_PX}px` }}><td></td></tr>`}
          ${shown.map((row, at) => html`<${JoinedRow} key=${from + at} row=${row} number=${from + at} state=${state} />`)}
          ${last < joined.total && html`<tr class="space" style=${{ height: `${(joined.total - last) * ROW_PX}px` }}><td></td></tr>`}
        </tbody>
      </table>`}
    </div>
  </section>`;
}

function JoinedHead({ field, joined }) {
  const full = joined.total ? Math.round((100 * (joined.fill[field.name] || 0)) / joined.total) : 0;
  return html`<th scope="col" title="${full} % of the rows have a value">${field.name} <span class="source">${field.source}</span>
    <span class="fill" role="img" aria-label="${full} % full"><span style=${{ width: `${full}%` }}></span></span></th>`;
}

function JoinedRow({ row, number, state }) {
  return html`<tr class=${state.cell?.joined === number ? "chosen" : ""} data-joined=${number}>
    <td class="narrow">${number + 1}</td>
    ${row.cells.map((cell, column) => {
      const isChosen = isAt(state, number, column);
      const content = cell.hole
        ? html`<span class="hole" title=${cell.hole}>hole: ${cell.hole}</span>`
        : cell.text || html`<span class="missing">missing</span>`;
      return html`<td key=${column} class=${isChosen ? "chosen" : ""} aria-selected=${isChosen} title=${cell.hole || cell.text} onClick=${() => choose(number, column)}>${content}</td>`;
    })}
  </tr>`;
}

/** What else happened: pages on the way to the rows that could not be had, lists that did not end by themselves. */
function JoinedNotes({ joined }) {
  const notes = [...joined.missing, ...joined.ended];
  if (!notes.length) return null;
  return html`<details class="joined-notes"><summary>${counted(notes.length, "note")}</summary><ul>${notes.map((one) => html`<li>${one}</li>`)}</ul></details>`;
}
