// The fields panel: colour, number, name, counts, confidence with its reasons, and what is wrong with a field.

import { COLORS, colorNumber } from "./colors.js";
import { LeadsTo, LinkProposal } from "./site.js";
import { store } from "./store.js";
import { html, useEffect, useRef } from "./vendor/htm-preact.js";

const LEVELS = { low: "●○○", medium: "●●○", high: "●●●" };

export function FieldsPanel({ state }) {
  const fields = store.ownFields();
  const kind = store.typeName(store.pageType());
  return html`<section class="panel fields" data-pane="fields" tabindex="-1" aria-label="Fields">
    <div class="panel-head">
      <h2>Fields${kind && html` of <span class="type-name">${kind}</span> pages`}</h2>
      <button onClick=${() => store.newField()} aria-pressed=${state.isNewField} id="add-field">+ Add field</button>
    </div>
    ${fields.length === 0 && !state.isNewField && html`<p class="quiet">Click one value that you want: it becomes the first field.</p>`}
    <ul class="field-list">
      ${fields.map((field) => html`<${FieldRow} key=${field.id} field=${field} state=${state} />`)}
      ${state.isNewField &&
      html`<li class="field active new-field"><span class="quiet">New field: click a value on the page.</span>
        <button onClick=${() => store.set({ isNewField: false })}>Cancel</button></li>`}
    </ul>
    <${LinkProposal} state=${state} />
  </section>`;
}

function FieldRow({ field, state }) {
  const isActive = field.id === state.field && !state.isNewField;
  const change = (members) => store.send({ type: "field_change", field: field.id, ...members });
  return html`<li class="field ${isActive ? "active" : ""} field-${field.state}" style=${{ "--mark": COLORS[colorNumber(field)] }} data-field=${field.id}>
    <div class="field-top">
      <button class="field-pick" aria-pressed=${isActive} onClick=${() => store.activate(field.id)} title="Clicks on the page are for this field (key ${field.number})">
        <span class="chip">${field.number}</span>
      </button>
      ${state.renaming === field.id
        ? html`<${NameInput} field=${field} />`
        : html`<button class="field-name" onClick=${() => store.activate(field.id)} onDblClick=${() => store.set({ renaming: field.id })}>${field.name}</button>`}
      <span class="count" title="values found"><b>${field.n}</b></span>
      ${field.leads_to && html`<span class="leads" title="Its values are addresses of ${store.typeName(field.leads_to)} pages">→ ${store.typeName(field.leads_to)}</span>`}
      <span class="labels" title="${field.pos} accepted, ${field.neg} rejected">${field.pos}+ ${field.neg}−</span>
      <${FieldState} field=${field} />
    </div>
    ${isActive &&
    html`<div class="field-more">
      ${field.message && html`<p class="field-message">${field.message}</p>`}
      ${field.confidence &&
      html`<p class="confidence"><span aria-hidden="true">${LEVELS[field.confidence.level]}</span> ${field.confidence.level} confidence${field.confidence.reasons.length > 0 ? `: ${field.confidence.reasons.join("; ")}` : ""}</p>`}
      <div class="field-actions">
        <label><input type="checkbox" checked=${field.required} onChange=${(event) => change({ required: event.target.checked })} /> required</label>
        <label><input type="checkbox" checked=${field.many} onChange=${(event) => change({ many: event.target.checked })} /> many</label>
        <button onClick=${() => store.set({ renaming: field.id })} title="Rename (F2)">Rename</button>
        <button onClick=${() => store.send({ type: "field_remove", field: field.id })}>Remove</button>
        <${LeadsTo} field=${field} state=${state} />
      </div>
    </div>`}
  </li>`;
}

function FieldState({ field }) {
  const words = {
    empty: "no example",
    no_rule: "no rule fits",
    conflict: "conflict",
    ok: field.missing ? `${field.missing} missing` : "ok",
  };
  const signs = { empty: "○", no_rule: "!", conflict: "!", ok: field.missing ? "△" : "✓" };
  return html`<span class="field-state ${field.state} ${field.missing ? "some-missing" : ""}" title=${field.message}>${signs[field.state]} ${words[field.state]}</span>`;
}

/** The name of a field, ready to be typed over; Enter or a click elsewhere accepts it. */
function NameInput({ field }) {
  const input = useRef();
  useEffect(() => {
    input.current.focus({ preventScroll: true });
    input.current.select();
  }, []);
  const onKey = (event) => {
    if (event.key === "Enter") {
      store.rename(field.id, event.target.value);
      document.getElementById("page-pane")?.focus();
    } else if (event.key === "Escape") {
      store.set({ renaming: null });
      document.getElementById("page-pane")?.focus();
    } else if (event.ctrlKey && "zyZY".includes(event.key) && event.target.value === field.name) {
      store.set({ renaming: null });
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<input class="field-input" ref=${input} aria-label="Name of field ${field.number}" value=${field.name} maxlength="100"
    onKeyDown=${onKey} onBlur=${(event) => store.state.renaming === field.id && store.rename(field.id, event.target.value)} />`;
}
