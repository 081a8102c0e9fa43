// The panels below the rule: the next question, recognizers, history, and the conflicts above everything.

import { post, request } from "./api.js";
import { keyOf } from "./frame.js";
import { controller } from "./page.js";
import { store } from "./store.js";
import { counted, short } from "./text.js";
import { html, useState } from "./vendor/htm-preact.js";

/** Shows the value of a question on the page. */
export async function showQuestion() {
  const { question } = store.state;
  if (!question) return store.say("There is no open question.");
  if (question.page !== store.state.tab) await store.openPage(question.page);
  store.set({ field: question.field, isNewField: false });
  const key = keyOf(question.field, question.mark[2], question.mark[3]);
  if (!controller.goTo(key)) setTimeout(() => controller.goTo(key), 500);
  return null;
}

export function QuestionPanel({ state }) {
  const { question } = state;
  return html`<section class="panel next" data-pane="next" tabindex="-1" aria-label="Next question">
    <div class="panel-head"><h2>Next</h2>${question && html`<span class="quiet">${state.questionsLeft} more</span>`}</div>
    ${question
      ? html`<p class="question">Is this the <b>${store.field(question.field)?.name}</b>?</p>
          <p class="crop">…${short(question.before, 40)} <mark>${short(question.text, 80)}</mark> ${short(question.after, 40)}…</p>
          <p class="quiet">${store.page(question.page)?.name}${question.readings.length > 0 ? ` · ${question.readings.join("; ")}` : ""}</p>
          <div class="buttons">
            <button class="yes" onClick=${() => store.answerQuestion(1)}>✓ Yes</button>
            <button class="no" onClick=${() => store.answerQuestion(-1)}>✕ No</button>
            <button onClick=${() => store.skipQuestion()}>Skip</button>
            <button onClick=${showQuestion}>Show</button>
          </div>`
      : html`<p class="quiet">${state.fields.some((field) => field.n) ? "Nothing is uncertain." : "Questions appear when something is uncertain."}</p>`}
  </section>`;
}

export function ConflictPanel({ state }) {
  if (!state.conflicts.length) return null;
  return html`<section class="panel conflicts" role="alert" aria-label="Conflicts">
    <h2>! Conflict</h2>
    ${state.conflicts.map(
      (conflict) => html`<div key=${conflict.field}>
        <p><b>${store.field(conflict.field)?.name}</b>: ${conflict.reason}</p>
        <ul>
          ${conflict.statements.map(
            (statement) => html`<li>${statement.text}
              <button onClick=${() => removeLabel(conflict, statement)}>Remove this label</button></li>`,
          )}
        </ul>
      </div>`,
    )}
    <p class="quiet">The last rule without a conflict is kept.</p>
    <button onClick=${() => store.undo()}>Undo the last step</button>
  </section>`;
}

function removeLabel(conflict, statement) {
  const mark = statement.mark;
  if (!mark) return store.undo();
  const page = statement.page || store.state.pages.find((one) => store.marks.get(one.id)?.has(keyOf(mark[0], mark[2], mark[3])))?.id;
  const target = { page: page || store.state.tab, unit: { kind: "source", start: mark[2], end: mark[3] }, value: null };
  return store.label(target, 0, mark[0] || conflict.field);
}

export function HistoryPanel({ state }) {
  const items = [...state.history].reverse();
  const now = items.find((item) => item.done)?.seq ?? 0;
  return html`<details class="panel history" data-pane="history">
    <summary><h2>History</h2> <span class="quiet">${counted(items.length, "step")}</span></summary>
    <ol reversed>
      ${items.slice(0, 200).map(
        (item) => html`<li class=${item.done ? "" : "undone"} aria-current=${item.seq === now ? "step" : undefined}>
          <button onClick=${() => store.travel(item.seq)} title="Go to this step">${item.sentence}</button></li>`,
      )}
      <li><button onClick=${() => store.travel(0)}>the beginning</button></li>
    </ol>
  </details>`;
}

export function RecognizersPanel({ state }) {
  const { kinds, recognizers } = state.recognizers;
  const [regex, setRegex] = useState("");
  const [tested, setTested] = useState(null);
  const target = state.isNewField ? null : state.field;
  const keep = (answer) => {
    store.applyDelta(answer.delta || answer, null);
    store.loadRecognizers();
    if (store.state.tab) store.loadMarks(store.state.tab);
  };
  const common = () => ({ seq: store.state.seq, pages: store.shownPages() });
  const add = (members) =>
    store.quietly(async () => keep(await post("/recognizers", { ...members, field: target, on: true, ...common() })));
  const change = (one, members) =>
    store.quietly(async () => keep(await request("PATCH", `/recognizers/${one.id}`, { ...members, ...common() })));
  const remove = (one) => store.quietly(async () => keep(await request("DELETE", `/recognizers/${one.id}`)));
  const test = async (text) => {
    setRegex(text);
    if (!text || !state.tab) {
      setTested(null);
      return;
    }
    try {
      const found = await post("/recognizers/test", { regex: text, page: state.tab });
      setTested({ text: `${counted(found.count, "hit")} in ${found.ms} ms${found.cut ? ", stopped early" : ""}` });
    } catch (problem) {
      setTested({ text: problem.message, isError: true });
    }
  };
  return html`<details class="panel recognizers" data-pane="recognizers" id="recognizers">
    <summary><h2>Recognizers</h2> <span class="quiet">${recognizers.length || ""}</span></summary>
    <p class="quiet">They suggest values for the active field; nothing is accepted by itself.</p>
    <ul>
      ${recognizers.map(
        (one) => html`<li key=${one.id}>
          <label><input type="checkbox" checked=${one.on} onChange=${(event) => change(one, { on: event.target.checked })} /> ${one.name}</label>
          <span class="quiet">${one.error || `${counted(one.hits, "hit")}${one.field ? ` for ${store.field(one.field)?.name || "?"}` : ""}`}</span>
          ${one.field && html`<button onClick=${() => store.send({ type: "bulk_accept", page: state.tab, field: one.field, units: "suggested" })}>Accept all</button>`}
          <button onClick=${() => remove(one)} aria-label="Remove ${one.name}">✕</button>
        </li>`,
      )}
    </ul>
    <div class="row">
      <select aria-label="Add a built-in recognizer" disabled=${!target} onChange=${(event) => {
        if (event.target.value) add({ kind: event.target.value, name: event.target.value });
        event.target.value = "";
      }}>
        <option value="">Add: kind of value …</option>
        ${kinds.map((kind) => html`<option value=${kind}>${kind}</option>`)}
      </select>
    </div>
    <form class="row" onSubmit=${(event) => {
      event.preventDefault();
      if (regex && !tested?.isError) add({ regex, name: regex });
    }}>
      <input aria-label="Regular expression" placeholder="regex, for example \\d{4}" value=${regex} onInput=${(event) => test(event.target.value)} aria-invalid=${Boolean(tested?.isError)} />
      <button disabled=${!target || !regex || tested?.isError}>Add</button>
    </form>
    ${tested && html`<p class=${tested.isError ? "error" : "quiet"} role="status">${tested.text}</p>`}
    ${!target && html`<p class="quiet">Choose a field first.</p>`}
  </details>`;
}
