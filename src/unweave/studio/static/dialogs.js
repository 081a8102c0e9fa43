// The dialogs: open pages, list of keys, inspector, discover, verify, run.

import { get } from "./api.js";
import { Dialog, download } from "./dialog.js";
import { KEYMAP, shownKey } from "./keys.js";
import { store } from "./store.js";
import { counted, short } from "./text.js";
import { html, useEffect, useState } from "./vendor/htm-preact.js";

/** The ways to open pages; on the start page and in the dialog. */
export function OpenForms({ state, isStart = false }) {
  const [problem, setProblem] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const [url, setUrl] = useState("");
  const [pasted, setPasted] = useState("");
  const [files, setFiles] = useState([]);
  useEffect(() => {
    if (state.roots?.length) store.quietly(async () => setFiles((await get("/files")).files));
  }, [state.roots?.length]);
  const attempt = async (work) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (found) {
      if (found.isLost) store.showProblem(found);
      else setProblem(found);
    }
    setBusy(false);
  };
  const opened = new Set(state.pages.map((page) => page.name));
  const left = files.filter((file) => !opened.has(file.path.split("/").at(-1)));
  return html`<div class="open-forms" aria-busy=${isBusy}>
    <label class="drop">
      <b>Open files</b>
      <span class="quiet">Choose saved pages, or drop them anywhere.</span>
      <input type="file" multiple accept=".html,.htm,.xhtml,.txt,.xml,.json,.csv" onChange=${(event) => {
        const chosen = [...event.target.files];
        attempt(() => store.openFiles(chosen));
      }} />
    </label>
    <form onSubmit=${(event) => {
      event.preventDefault();
      attempt(() => store.addPages({ url }));
    }}>
      <label for="open-url"><b>Open a URL</b> <span class="quiet">It is fetched once.</span></label>
      <div class="row"><input id="open-url" type="url" required placeholder="https://…" value=${url} onInput=${(event) => setUrl(event.target.value)} /><button disabled=${isBusy}>Open</button></div>
    </form>
    <details>
      <summary>Paste HTML</summary>
      <textarea aria-label="HTML of a page" rows="5" value=${pasted} onInput=${(event) => setPasted(event.target.value)}></textarea>
      <button disabled=${!pasted.trim() || isBusy} onClick=${() => attempt(() => store.addPages({ html: pasted, name: "pasted.html" }))}>Open what was pasted</button>
    </details>
    ${left.length > 0 &&
    html`<details open=${isStart}>
      <summary>Files in ${state.roots.map((root) => root.name).join(", ")} (${left.length})</summary>
      <button onClick=${() => attempt(() => store.addPages({ pages: left.slice(0, 10).map(({ root, path }) => ({ file: { root, path } })) }))}>Open the first ${Math.min(10, left.length)}</button>
      <ul class="file-list">${left.slice(0, 300).map(
        (file) => html`<li><button onClick=${() => attempt(() => store.addPages({ file: { root: file.root, path: file.path } }))}>${file.path}</button></li>`,
      )}</ul>
    </details>`}
    ${problem && html`<p class="error" role="alert">${problem.message}${problem.hint ? ` – ${problem.hint}` : ""}
      ${problem.code === "fetch_failed" && html` <span>Or save the page in your browser and open the file.</span> <button onClick=${() => attempt(() => store.addPages({ url }))}>Try again</button>`}</p>`}
  </div>`;
}

export const OpenDialog = ({ state }) => html`<${Dialog} title="Open pages"><${OpenForms} state=${state} /></${Dialog}>`;

export function KeysDialog() {
  const groups = [...new Set(KEYMAP.map((entry) => entry.group))];
  return html`<${Dialog} title="Keys" wide=${true}>
    <div class="keys">
      ${groups.map(
        (group) => html`<section><h3>${group}</h3><dl>
          ${KEYMAP.filter((entry) => entry.group === group).map(
            (entry) => html`<dt>${entry.keys.map((key) => html`<kbd>${shownKey(key)}</kbd> `)}</dt><dd>${entry.text}</dd>`,
          )}
        </dl></section>`,
      )}
      <section><h3>Pointer</h3><dl>
        <dt>click</dt><dd>What the outline says: take, reject, or remove the label</dd>
        <dt>Shift + click</dt><dd>Confirm</dd>
        <dt>Alt + click</dt><dd>Reject</dd>
        <dt>Alt + Shift + click</dt><dd>Take the link instead of the text</dd>
        <dt>drag</dt><dd>Take a part of a text; with Alt exactly, else whole words</dd>
      </dl></section>
    </div>
  </${Dialog}>`;
}

export function InspectDialog({ state }) {
  const [element, setElement] = useState(null);
  const { wid } = state.dialog;
  const load = (number) => store.quietly(async () => setElement(await get(`/pages/${state.tab}/elements/${number}`)));
  useEffect(() => {
    load(wid);
  }, [wid]);
  const name = state.isNewField || !store.field() ? "a new field" : store.field().name;
  const take = (unit, value) => {
    store.label({ page: state.tab, unit, value }, 1);
    store.set({ dialog: null });
  };
  const line = (label, value, unit) => html`<tr><th scope="row">${label}</th><td class="inspected">${short(value, 300)}</td>
    <td><button onClick=${() => take(unit, value)}>Take as ${name}</button></td></tr>`;
  return html`<${Dialog} title="Inspector" wide=${true}>
    ${element &&
    html`<p class="crumbs">${element.path.map((one) => html`<button class="crumb" onClick=${() => load(one.wid)}>${one.label}</button>`)}</p>
      <table class="inspector">
        <tbody>
          ${element.unit && element.text && line("whole text", element.text, element.unit)}
          ${element.texts.map((one) => line(`text ${one.k + 1}`, one.text, one.unit))}
          ${element.attributes.map((one) => line(one.name, one.value, one.unit))}
        </tbody>
      </table>`}
  </${Dialog}>`;
}

export function JobProgress({ state }) {
  const { job } = state;
  if (!job) return null;
  const text = { running: `${job.done} of ${job.total || "?"} ${job.message || ""}`, done: "done", cancelled: "cancelled", failed: job.error?.message || "failed" };
  return html`<div class="job" role="status">
    <progress max=${Math.max(1, job.total)} value=${job.state === "running" ? job.done : Math.max(1, job.total)} aria-label="Progress"></progress>
    <span class="job-state" data-state=${job.state}>${text[job.state]}</span>
    ${job.state === "running" && html`<button onClick=${() => store.cancelJob()}>Cancel</button>`}
  </div>`;
}

/** Runs a job for a dialog; problems are shown. */
function useJob(path) {
  const [result, setResult] = useState(null);
  const start = (members) =>
    store.quietly(async () => {
      setResult(null);
      const job = await store.run(path, members);
      setResult(job.result);
    });
  return [result, start];
}

export function DiscoverDialog({ state }) {
  const [found, start] = useJob("/discover");
  const [chosen, setChosen] = useState({});
  const [names, setNames] = useState({});
  const own = store.ownPages();
  const discover = (list) => start({ pages: list ? [state.tab] : own.map((page) => page.id), list });
  useEffect(() => {
    store.set({ job: null });
    discover(own.length === 1 ? null : undefined);
  }, []);
  const columns = found?.columns || [];
  const isKept = (column) => chosen[column.id] ?? true;
  const keep = async () => {
    const kept = columns.filter(isKept).map((column) => ({ id: column.id, name: names[column.id] || column.name }));
    if (await store.send({ type: "keep_columns", discovery: found.discovery, columns: kept })) store.set({ dialog: null });
  };
  const rows = Object.values(found?.rows || {}).reduce((sum, some) => sum + some.length, 0);
  return html`<${Dialog} title="Discover columns" wide=${true}>
    <div class="buttons">
      <button onClick=${() => discover(true)}>A list on this page</button>
      <button onClick=${() => discover(false)} disabled=${own.length < 2} title="needs two pages or more">One record on each page</button>
    </div>
    <${JobProgress} state=${state} />
    ${found && columns.length === 0 && html`<p>No columns were found. Click the values instead.</p>`}
    ${columns.length > 0 &&
    html`<p>${counted(columns.length, "column")}, ${counted(rows, "row")} (${found.layout}).</p>
      <div class="scroller"><table class="discovered"><thead><tr><th>keep</th><th>name</th><th>full</th><th>examples</th></tr></thead><tbody>
        ${columns.map(
          (column) => html`<tr key=${column.id}>
            <td><input type="checkbox" aria-label="Keep ${column.name}" checked=${isKept(column)} onChange=${(event) => setChosen({ ...chosen, [column.id]: event.target.checked })} /></td>
            <td><input aria-label="Name of the column" value=${names[column.id] ?? column.name} onInput=${(event) => setNames({ ...names, [column.id]: event.target.value })} /></td>
            <td>${Math.round(100 * column.fill)} %</td>
            <td>${short(column.examples.join(" · "), 90)}</td>
          </tr>`,
        )}
      </tbody></table></div>
      <button class="main" disabled=${!columns.some(isKept)} onClick=${keep}>${found.layout === "list" ? `Take the ${counted(rows, "row")}` : "Keep these columns"}</button>`}
  </${Dialog}>`;
}

function SourceChoice({ state, choice, setChoice, withProject }) {
  return html`<label>On <select value=${choice} onChange=${(event) => setChoice(event.target.value)}>
    ${withProject && html`<option value="project">the ${state.types.length ? `${store.typeName(store.pageType())} pages` : "pages"} of the project (${store.ownPages().length})</option>`}
    ${(state.roots || []).map((root) => html`<option value=${root.id}>the folder ${root.name}</option>`)}
    ${withProject && html`<option value="urls">a list of URLs</option>`}
  </select></label>`;
}

export function VerifyDialog({ state }) {
  const [result, start] = useJob("/verify");
  const [choice, setChoice] = useState("project");
  const [urls, setUrls] = useState("");
  const [expected, setExpected] = useState("");
  useEffect(() => store.set({ job: null }), []);
  const members = () => {
    const where =
      choice === "project" ? { pages: store.ownPages().map((page) => page.id) } : choice === "urls" ? { urls: urls.split(/\s+/).filter(Boolean) } : { root: choice };
    const given = { ...where, page_type: store.pageType() };
    return expected.trim() ? { ...given, expected } : given;
  };
  const open = (one) =>
    store.quietly(async () => {
      if (one.id) await store.openPage(one.id);
      else await store.addPages(one.file ? { file: one.file } : { url: one.name });
      store.set({ dialog: null });
    });
  const pages = result?.pages || state.job?.result?.pages || [];
  return html`<${Dialog} title="Verify on more pages" wide=${true}>
    <div class="row"><${SourceChoice} state=${state} choice=${choice} setChoice=${setChoice} withProject=${true} />
      <button class="main" disabled=${state.job?.state === "running"} onClick=${() => start(members())}>Verify</button></div>
    ${choice === "urls" && html`<textarea aria-label="URLs, one in each line" rows="4" value=${urls} onInput=${(event) => setUrls(event.target.value)}></textarea>`}
    <details><summary>Compare with expected values (CSV)</summary><textarea aria-label="Expected values as CSV" rows="4" value=${expected} onInput=${(event) => setExpected(event.target.value)}></textarea></details>
    <${JobProgress} state=${state} />
    ${pages.length > 0 &&
    html`<div class="scroller"><table class="verified"><thead><tr><th>page</th><th>records</th><th>suspicion</th><th>why</th><th></th></tr></thead><tbody>
      ${pages.slice(0, 500).map(
        (one) => html`<tr class=${one.error || one.passed === false ? "bad" : ""}><td>${one.name}</td><td>${one.records ?? ""}</td>
          <td>${one.passed === null || one.passed === undefined ? Math.round(100 * (one.suspicion || 0)) : one.passed ? "✓ passed" : "✕ failed"}</td>
          <td>${short(one.error?.message || (one.reasons || []).join("; "), 120)}</td><td><button onClick=${() => open(one)}>Open</button></td></tr>`,
      )}
    </tbody></table></div>`}
  </${Dialog}>`;
}

export function RunDialog({ state }) {
  const [result, start] = useJob("/run");
  const [choice, setChoice] = useState(state.roots?.[0]?.id || "");
  const [format, setFormat] = useState("csv");
  useEffect(() => store.set({ job: null }), []);
  const save = () => store.quietly(async () => download(await get(`/results/${result.file}`)));
  if (!state.roots?.length) {
    return html`<${Dialog} title="Run on a folder"><p>Start the studio with a folder to run on it: <code>unweave studio pages/</code></p></${Dialog}>`;
  }
  return html`<${Dialog} title="Run on a folder" wide=${true}>
    <div class="row"><${SourceChoice} state=${state} choice=${choice} setChoice=${setChoice} />
      <label>as <select value=${format} onChange=${(event) => setFormat(event.target.value)}>${["csv", "json", "jsonl"].map((one) => html`<option value=${one}>${one}</option>`)}</select></label>
      <button class="main" disabled=${state.job?.state === "running"} onClick=${() => start({ root: choice, format, page_type: store.pageType() })}>Run</button></div>
    <${JobProgress} state=${state} />
    ${result && result.rows && html`<${RunResult} result=${result} save=${save} />`}
  </${Dialog}>`;
}

function RunResult({ result, save }) {
  const [sort, setSort] = useState(null);
  const [query, setQuery] = useState("");
  const names = [...new Set(result.rows.flatMap((row) => Object.keys(row)))];
  const shown = (value) => (value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));
  const rows = result.rows.filter((row) => !query || names.some((name) => shown(row[name]).toLowerCase().includes(query.toLowerCase())));
  if (sort) rows.sort((one, other) => shown(one[sort]).localeCompare(shown(other[sort]), undefined, { numeric: true }));
  return html`<p>${counted(result.pages, "page")}, ${counted(result.records, "record")}, ${counted(result.set_aside, "page")} set aside. <button onClick=${save}>Save ${result.file}</button></p>
    <dl class="fills" aria-label="How full each field is">
      ${Object.entries(result.fill).map(
        ([id, share]) => html`<dt>${store.field(id)?.name || id}</dt><dd><span class="fill"><span style=${{ width: `${Math.round(100 * share)}%` }}></span></span> ${Math.round(100 * share)} %</dd>`,
      )}
    </dl>
    ${result.problems.length > 0 && html`<ul class="problems">${result.problems.slice(0, 50).map((one) => html`<li>${one.page}: ${one.reason}</li>`)}</ul>`}
    <input type="search" aria-label="Filter the results" placeholder="filter" value=${query} onInput=${(event) => setQuery(event.target.value)} />
    <div class="scroller"><table><thead><tr>${names.map((name) => html`<th><button onClick=${() => setSort(name)}>${name}${sort === name ? " ▲" : ""}</button></th>`)}</tr></thead>
      <tbody>${rows.slice(0, 200).map((row) => html`<tr>${names.map((name) => html`<td>${short(shown(row[name]), 80)}</td>`)}</tr>`)}</tbody></table></div>`;
}
