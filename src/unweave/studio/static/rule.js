// The rule panel and the export dialog: the rule in words and in other languages, each with what came out when the export
// was run in its own engine.

import { post } from "./api.js";
import { Dialog, download } from "./dialog.js";
import { store } from "./store.js";
import { counted } from "./text.js";
import { html, useState } from "./vendor/htm-preact.js";

const FORMATS = [
  ["words", "words"],
  ["xpath", "XPath"],
  ["css", "CSS"],
  ["regex", "regex"],
  ["python", "Python"],
  ["scrapy", "Scrapy"],
  ["page-object", "page object"],
  ["json", "JSON"],
];

/** A verdict as a sentence and whether it is good. */
export function verdictText(verdict) {
  if (!verdict) return null;
  if (!verdict.checked) return { text: `not checked: ${verdict.reason}`, kind: "unknown" };
  if (!verdict.differing.length) return { text: `same on ${verdict.same} of ${counted(verdict.pages, "page")}`, kind: "same" };
  const differing = verdict.differing.map((one) => `${store.page(one.page)?.name || one.page} (${one.fields.join(", ")})`);
  return { text: `differs on ${differing.join("; ")}`, kind: "differs" };
}

export function RulePanel({ state }) {
  const { changed } = state;
  const isOld = Boolean(state.rule) && state.rule.format !== state.format;
  const rule = isOld ? null : state.rule;
  const change = changed[state.tab];
  const verdict = verdictText(rule?.verdict);
  return html`<section class="panel rule" data-pane="rule" id="rule-pane" tabindex="-1" aria-label="Rule" data-format=${rule?.format}>
    <div class="panel-head">
      <h2>Rule</h2>
      <span class="quiet" id="rule-version">version ${state.ruleVersion ?? 0}</span>
      ${change && (change.added > 0 || change.gone > 0) && html`<span class="change">+${change.added} −${change.gone}</span>`}
    </div>
    <div class="tabs" role="tablist" aria-label="Format of the rule">
      ${FORMATS.map(
        ([format, name]) => html`<button role="tab" aria-selected=${state.format === format} onClick=${() => {
          store.set({ format });
          store.keepUi();
          store.quietly(() => store.loadRule());
        }}>${name}</button>`,
      )}
    </div>
    ${!rule && html`<p class="quiet">${isOld ? "Writing the rule …" : "There is no rule yet: accept a value first."}</p>`}
    ${rule && rule.text && html`<pre class="rule-text ${store.field()?.kept ? "dimmed" : ""}" tabindex="0" aria-label="The rule">${rule.text}</pre>`}
    ${rule && !rule.text && html`<p class="reason">${rule.expressible ? rule.reason : `Cannot be written so: ${rule.reason}`}</p>`}
    ${verdict && html`<p class="verdict ${verdict.kind}">${verdict.kind === "same" ? "✓" : "!"} ${verdict.text}</p>`}
    ${store.field()?.kept && html`<p class="quiet">This is the last rule without a conflict.</p>`}
  </section>`;
}

const EXPORTS = [
  ["Data", "data", [["csv", "CSV"], ["json", "JSON"], ["jsonl", "JSON lines"]]],
  ["Rules", "rule", [["xpath", "XPath"], ["css", "CSS"], ["regex", "regex"], ["python", "Python program"], ["scrapy", "Scrapy spider"], ["page-object", "page object"]]],
  ["Wrapper", "wrapper", [["json", "for unweave extract"]]],
  ["Examples", "examples", [["json", "for unweave learn"]]],
  ["Everything", "events", [["jsonl", "event log"]]],
  ["", "project", [["zip", "project as zip"]]],
];

const SITE_EXPORTS = [
  ["Joined", "joined", [["csv", "CSV"], ["json", "JSON"], ["jsonl", "JSON lines"]]],
  ["Site", "site", [["json", "for unweave crawl and extract"]]],
];

export function ExportDialog({ state }) {
  const kind = store.typeName(store.pageType());
  const [result, setResult] = useState(null);
  const make = async (what, format, anyway = false) => {
    setResult({ text: "Exporting …" });
    try {
      const made = await post("/export", { what, format, anyway, page_type: store.pageType() });
      download(made);
      const verdict = verdictText(made.verdict);
      setResult({ text: `${made.name} was saved.${verdict ? ` Run in its own engine: ${verdict.text}.` : ""}`, isGood: true });
    } catch (problem) {
      const again = problem.code === "lossy" ? () => make(what, format, true) : null;
      setResult({ text: `${problem.message}${problem.hint ? ` (${problem.hint})` : ""}`, again });
    }
  };
  return html`<${Dialog} title="Export" wide=${true}>
    ${kind && html`<p class="quiet">Data, rules, wrapper and examples are those of the <b>${kind}</b> pages; the joined table and the site program are of all types.</p>`}
    <div class="exports">
      ${[...(state.types.length ? SITE_EXPORTS : []), ...EXPORTS].map(
        ([title, what, formats]) => html`<h3>${title}</h3>
          <div class="buttons">${formats.map(([format, name]) => html`<button data-export="${what} ${format}" onClick=${() => make(what, format)}>${name}</button>`)}</div>`,
      )}
    </div>
    <p class="export-result ${result?.isGood ? "good" : ""}" role="status">${result?.text || "Choose what to export. Each rule is run in its own engine first and compared with what is marked."}</p>
    ${result?.again && html`<button onClick=${result.again}>Export anyway</button>`}
  </${Dialog}>`;
}
