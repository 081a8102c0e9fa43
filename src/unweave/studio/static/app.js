// The client of the studio: puts the panes together and connects the keys with the actions of the store.

import { request, takeToken } from "./api.js";
import { DiscoverDialog, InspectDialog, KeysDialog, OpenDialog, RunDialog, VerifyDialog } from "./dialogs.js";
import { FieldsPanel } from "./fields.js";
import { listen } from "./keys.js";
import { Breadcrumb, PagePane, controller } from "./page.js";
import { ConflictPanel, HistoryPanel, QuestionPanel, RecognizersPanel, showQuestion } from "./panels.js";
import { RawView } from "./raw.js";
import { ExportDialog, RulePanel } from "./rule.js";
import { JoinedPane, TypeNotice, TypeTabs, TypesDialog, moveJoined } from "./site.js";
import { StartPage } from "./start.js";
import { store } from "./store.js";
import { TablePane, cellTarget, chosenCell, flagRow, moveCell } from "./table.js";
import { counted, short } from "./text.js";
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";

const MODES = [
  ["styled", "Page"],
  ["unstyled", "Unstyled"],
  ["raw", "Raw"],
];
const TOAST_MS = 6000;

// -- keys

const isInTable = () => Boolean(document.activeElement?.closest("[data-pane=table]"));
const moveInTable = (rows, columns) => (store.state.isJoined ? moveJoined : moveCell)(rows, columns);
const open = (kind) => () => store.set({ dialog: { kind } });

function focusPane(step) {
  const panes = [...document.querySelectorAll("[data-pane]")].filter((pane) => pane.checkVisibility());
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + step + panes.length) % panes.length];
  focus(next);
}

function focus(pane) {
  if (!pane) return;
  if (pane.tagName === "DETAILS") {
    pane.open = true;
    pane.querySelector("summary").focus();
  } else pane.focus();
}

/** Acts on the chosen cell in the table, else on the target on the page. */
function decide(sign) {
  const chosen = isInTable() && !store.state.isJoined && chosenCell(store.state);
  if (chosen) {
    const target = cellTarget(chosen);
    return target ? store.label(target, sign, chosen.field) : store.say("This cell is empty.");
  }
  return sign > 0 ? store.accept() : store.reject();
}

function switchPage(step) {
  const { tab } = store.state;
  const pages = store.ownPages();
  const at = pages.findIndex((page) => page.id === tab);
  const next = pages[(at + step + pages.length) % pages.length];
  if (next) store.openPage(next.id);
}

function switchType(step) {
  const types = store.state.types.filter((one) => one.pages.length);
  const at = types.findIndex((one) => one.id === store.pageType());
  const next = types[(at + step + types.length) % types.length];
  if (next) store.openType(next.id);
}

const ACTIONS = {
  field: (key) => {
    const field = store.ownFields().find((one) => one.number === Number(key));
    if (field) store.activate(field.id);
    else store.newField();
  },
  newField: () => store.newField(),
  renameField: () => store.state.field && store.set({ renaming: store.state.field }),
  recordMode: () => {
    store.set({ isRecordMode: !store.state.isRecordMode });
    store.say(store.state.isRecordMode ? "Record mode: click the first value of a record." : "Record mode is off.");
  },
  next: () => (isInTable() ? moveInTable(1, 0) : controller?.move(1)),
  previous: () => (isInTable() ? moveInTable(-1, 0) : controller?.move(-1)),
  right: () => (isInTable() ? moveInTable(0, 1) : false),
  left: () => (isInTable() ? moveInTable(0, -1) : false),
  accept: () => decide(1),
  reject: () => decide(-1),
  click: () => store.click(store.state.target),
  widen: () => controller?.widen(),
  narrow: () => controller?.narrow(),
  attribute: () => controller?.cycle(),
  inspect: () => store.state.target && store.set({ dialog: { kind: "inspect", wid: store.state.target.wid } }),
  deeper: () => (controller?.point ? controller.deeper() : false),
  hide: () => controller?.hide(),
  showAll: () => controller?.showAll(),
  scrollDown: () => controller?.scrollHeights(0.9),
  scrollUp: () => controller?.scrollHeights(-0.9),
  mode: () => {
    const at = MODES.findIndex(([mode]) => mode === store.state.mode);
    store.setMode(MODES[(at + 1) % MODES.length][0]);
  },
  previousPage: () => switchPage(-1),
  nextPage: () => switchPage(1),
  previousType: () => switchType(-1),
  nextType: () => switchType(1),
  types: () => store.state.pages.length && store.set({ dialog: { kind: "types" } }),
  joined: () => store.showJoined(!store.state.isJoined),
  complete: async () => {
    if (await store.setStatus("complete", true)) switchPage(1);
  },
  open: open("open"),
  discover: () => store.state.pages.length && store.set({ dialog: { kind: "discover" } }),
  nextQuestion: () => showQuestion(),
  previousQuestion: () => store.previousQuestion(),
  skip: () => store.skipQuestion(),
  flag: () => flagRow(),
  undo: () => store.undo(),
  redo: () => store.redo(),
  focusTable: () => {
    focus(document.querySelector("[data-pane=table]"));
    if (!store.state.cell) moveInTable(0, 0);
  },
  focusPage: () => focus(document.getElementById("page-pane")),
  focusRule: () => focus(document.getElementById("rule-pane")),
  focusRecognizers: () => focus(document.getElementById("recognizers")),
  nextPane: () => focusPane(1),
  previousPane: () => focusPane(-1),
  export: open("export"),
  verify: open("verify"),
  run: open("run"),
  help: open("keys"),
  escape: () => {
    const { dialog, popover, isRecordMode, isNewField, isDrawerOpen } = store.state;
    if (dialog) store.set({ dialog: null });
    else if (popover) store.set({ popover: null });
    else if (isRecordMode || isNewField) store.set({ isRecordMode: false, isNewField: false });
    else if (isDrawerOpen) store.set({ isDrawerOpen: false });
    else {
      store.set({ cell: null, toast: null });
      controller?.setTarget(null);
      document.getElementById("page-pane")?.focus();
    }
  },
};

// -- parts of the page

function TopBar({ state }) {
  const positive = state.fields.reduce((sum, field) => sum + field.pos, 0);
  const negative = state.fields.reduce((sum, field) => sum + field.neg, 0);
  const [name, setName] = useState(null);
  const rename = () => {
    const wanted = name?.trim();
    setName(null);
    if (wanted && wanted !== state.name) {
      store.quietly(async () => store.set(await request("PATCH", "/project", { name: wanted })));
    }
  };
  return html`<header class="top">
    <img src="/static/icon.svg" alt="" width="20" height="20" />
    <input class="project-name" aria-label="Name of the project" value=${name ?? state.name} onInput=${(event) => setName(event.target.value)} onBlur=${rename} onKeyDown=${(event) => event.key === "Enter" && event.target.blur()} />
    <div class="buttons">
      <button onClick=${open("open")} title="Open pages (O)">Open</button>
      <button onClick=${() => store.undo()} disabled=${!state.undo} title="Undo (Ctrl+Z)" id="undo">Undo</button>
      <button onClick=${() => store.redo()} disabled=${!state.redo} title="Redo (Ctrl+Y)" id="redo">Redo</button>
      <button onClick=${open("discover")} disabled=${!state.pages.length} title="Find columns without clicks (D)">Discover</button>
    </div>
    <span class="summary" id="summary" role="status" aria-live="polite">${counted(positive + negative, "label")} (${positive}+ ${negative}−), ${counted(state.fields.reduce((sum, field) => sum + field.n, 0), "value")}</span>
    <span class="saved quiet">${state.isReadOnly ? "read only" : state.waiting ? `${counted(state.waiting, "change")} not saved yet` : savedText(state.saved)}</span>
    <div class="buttons top-right">
      <button onClick=${open("verify")} title="Verify on more pages (Y)">Verify</button>
      <button onClick=${open("run")} title="Run on a folder (U)">Run</button>
      <button class="main" onClick=${open("export")} title="Export (E)">Export</button>
      <button onClick=${open("keys")} aria-label="Keys" title="Keys (?)">?</button>
      <button class="drawer-button" onClick=${() => store.set({ isDrawerOpen: !state.isDrawerOpen })} aria-expanded=${state.isDrawerOpen}>Panels</button>
    </div>
  </header>`;
}

function savedText(saved) {
  if (!saved) return "";
  const time = new Date(saved);
  return `saved ${time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
}

function Tabs({ state }) {
  return html`${state.types.length > 0 && html`<${TypeTabs} state=${state} />`}
  <div class="tab-bar">
    <div class="tabs pages" role="tablist" aria-label="Pages">
      ${store.ownPages().map(
        (page) => html`<span class="page-tab ${page.id === state.tab ? "current" : ""}" key=${page.id}>
          <button role="tab" aria-selected=${page.id === state.tab} onClick=${() => store.openPage(page.id)} title=${page.url || page.name}>
            ${short(page.name, 24)} <b>${page.n ?? page.rows ?? "–"}</b>${page.status === "complete" ? " ✓" : ""}${page.conflicts ? " !" : ""}
          </button>
          <button class="close" tabindex="-1" aria-label="Remove ${page.name}" onClick=${() => store.closePage(page.id)}>×</button>
        </span>`,
      )}
      <button onClick=${open("open")} aria-label="Open another page">+</button>
      ${!state.types.length && state.site.proposed.length > 1 && html`<button onClick=${open("types")} title="Page types (W)">Page types</button>`}
    </div>
    <div class="tabs modes" role="tablist" aria-label="View">
      ${MODES.map(([mode, name]) => html`<button role="tab" aria-selected=${state.mode === mode} onClick=${() => store.setMode(mode)}>${name}</button>`)}
    </div>
  </div>`;
}

/** What to do next, or what is special about the page: one sentence and one action. */
function Notice({ state }) {
  const page = store.page();
  if (!page) return null;
  const raw = html`<button onClick=${() => store.setMode("raw")}>Open the raw view</button>`;
  const warning = page.warnings[0];
  const field = store.field();
  const hasFields = store.ownFields().length > 0;
  if (state.steps.length) {
    return html`<div class="notice step" role="status"><b>${state.steps[0].text}</b> Look for “${short(state.steps[0].value, 30)}”.
      <button onClick=${() => store.set({ steps: [] })}>End the tour</button>
      ${state.fields.length > 0 && !state.isNewField && html`<button class="main" onClick=${() => store.newField()}>+ Add field first</button>`}</div>`;
  }
  if (warning && state.mode !== "raw") {
    return html`<div class="notice warning" role="status">${warning.message}. ${warning.code === "encoding_guessed" ? html`<${Charset} page=${page} />` : raw}</div>`;
  }
  if (state.mismatches && state.mode !== "raw") {
    return html`<div class="notice warning" role="status">${counted(state.mismatches, "text")} cannot be clicked here. ${raw}</div>`;
  }
  if (state.isNewField || !hasFields) {
    const kind = state.types.length ? ` from the ${store.typeName(page.page_type)} pages` : "";
    return html`<div class="notice" role="status">${hasFields ? "Click a value for the new field." : `Click one value that you want${kind}.`}
      ${state.offer?.page === page.id && html`<button class="main" id="take-rows" onClick=${() => store.takeRows()}>Take the ${state.offer.rows[page.id].length} rows that were found</button>`}
      ${!hasFields && html`<button onClick=${open("discover")}>Or discover columns</button>`}</div>`;
  }
  if (field?.state === "no_rule") {
    return html`<div class="notice warning" role="status">No rule fits ${field.name}: ${field.message} <button onClick=${() => store.undo()}>Undo</button></div>`;
  }
  if (field && field.pos === 1 && field.neg === 0 && field.n > 1) {
    return html`<div class="notice" role="status">${field.n - 1} similar found for ${field.name}. Click any wrong one; click one that is missing.
      <button onClick=${() => store.newField()}>+ Add field</button></div>`;
  }
  return null;
}

function Charset({ page }) {
  const change = (charset) =>
    store.quietly(async () => {
      const answer = await request("PATCH", `/pages/${page.id}`, { charset });
      controller.forget(page.id);
      store.applyDelta(answer.delta, null);
      store.set({ pages: store.state.pages.map((one) => (one.id === page.id ? answer.page : one)) });
    });
  return html`<label>Read it as <select onChange=${(event) => change(event.target.value)}>
    ${[...new Set([page.encoding?.name, "utf-8", "windows-1252", "iso-8859-2", "windows-1251", "shift_jis", "gb18030"])].map((name) => html`<option value=${name} selected=${name === page.encoding?.name}>${name}</option>`)}
  </select></label>`;
}

function StatusBar({ state }) {
  const page = store.page();
  if (!page) return null;
  const conflicts = state.conflicts.length;
  const isComplete = page.status === "complete";
  return html`<footer class="status">
    <span class="learning" role="status">${state.isDraft ? html`<span class="later">refining …</span>` : state.timing ? `learned in ${state.timing.learn} ms` : ""}</span>
    <span role="radiogroup" aria-label="Page status" class="page-status">
      <label title="What is not labelled is unknown"><input type="radio" name="status" checked=${!isComplete} onChange=${() => store.setStatus("partial")} /> partial</label>
      <label title="What is not labelled is wrong"><input type="radio" name="status" checked=${isComplete} onChange=${() => store.setStatus("complete")} /> complete</label>
    </span>
    ${!isComplete && page.n > 0 && html`<button id="accept-all" onClick=${() => store.setStatus("complete", true)} title="Ctrl+Enter">Accept all ${page.n} and complete</button>`}
    <span class=${conflicts ? "bad" : "quiet"} id="conflict-count">${counted(conflicts, "conflict")}</span>
    <span class="quiet">${page.encoding?.name || ""}, ${counted(page.elements, "element")}</span>
    <${Toast} state=${state} />
  </footer>`;
}

function Toast({ state }) {
  const { toast } = state;
  useEffect(() => {
    if (!toast || toast.isError || toast.action) return undefined;
    const timer = setTimeout(() => store.state.toast === toast && store.set({ toast: null }), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return html`<span class="toast ${toast?.isError ? "error" : ""} ${toast ? "shown" : ""}" role=${toast?.isError ? "alert" : "status"}>
    ${toast && html`<span>${toast.text}${toast.hint ? ` – ${toast.hint}` : ""}</span>
      ${toast.action === "restore" && html`<button onClick=${() => store.travel(toast.to)}>Restore</button>`}
      ${(toast.isError || toast.action) && html`<button onClick=${() => store.set({ toast: null })} aria-label="Close the message">✕</button>`}`}
  </span>`;
}

function Banner({ state }) {
  if (state.isLost) {
    const isRestarted = state.isLost.code === "no_token";
    return html`<div class="banner" role="alert">
      <b>${isRestarted ? "The studio was started again." : "The studio's server does not answer."}</b>
      ${isRestarted ? " Open the new address that it printed, in this tab." : " Trying again …"}
      ${state.waiting > 0 && ` ${counted(state.waiting, "change")} will be sent then.`}
      <button onClick=${() => store.queue.tryAgain()}>Try now</button>
    </div>`;
  }
  if (state.isReadOnly) {
    return html`<div class="banner" role="alert">Another studio has this project open. <button onClick=${() =>
      store.quietly(async () => store.set({ ...store.fromProject(await request("POST", "/project/take_over")) }))}>Take over</button></div>`;
  }
  return null;
}

/** "This is a title. Also price? Instead price?" */
function Popover({ state }) {
  const { popover } = state;
  useEffect(() => {
    if (popover) document.querySelector(".popover button")?.focus();
  }, [popover]);
  if (!popover) return null;
  const { target, other, at } = popover;
  const field = state.isNewField ? null : store.field();
  const name = field ? field.name : "a new field";
  const style = at ? { left: `${Math.min(at.x, innerWidth - 300)}px`, top: `${Math.min(at.y + 8, innerHeight - 180)}px` } : {};
  const label = (sign, id, more) => () => store.label(target, sign, id, more);
  const isExtracted = target.mark && "XUPS".includes(target.mark[1]);
  return html`<div class="popover ${at ? "" : "centered"}" role="dialog" aria-label="Which field?" style=${style}>
    <p>This is <b>${other?.name}</b>.</p>
    <button onClick=${label(1, field?.id ?? null)}>Also ${name}</button>
    <button onClick=${label(1, field?.id ?? null, other ? { instead_of: other.id } : {})}>Instead ${name}</button>
    ${isExtracted && html`<button onClick=${label(-1, other.id)}>Not ${other?.name}</button>`}
    <button onClick=${() => store.activate(other.id) || store.set({ popover: null })}>Work on ${other?.name}</button>
    <button onClick=${() => store.set({ popover: null })}>Nothing</button>
  </div>`;
}

const DIALOGS = {
  open: OpenDialog,
  keys: KeysDialog,
  export: ExportDialog,
  inspect: InspectDialog,
  discover: DiscoverDialog,
  verify: VerifyDialog,
  run: RunDialog,
  types: TypesDialog,
};

function Studio() {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    store.listeners.add(setState);
    setState(store.state);
    return () => store.listeners.delete(setState);
  }, []);
  if (state.fatal && !state.isReady) {
    return html`<main class="start"><div class="start-card" role="alert"><h1>The studio cannot start</h1><p>${state.fatal.message}</p><p class="quiet">${state.fatal.hint}</p>
      <button onClick=${() => store.start()}>Try again</button></div></main>`;
  }
  if (!state.isReady) return html`<p class="booting">The studio is starting …</p>`;
  const OpenedDialog = state.dialog && DIALOGS[state.dialog.kind];
  const page = store.page();
  const isRaw = page && store.isRaw(page);
  return html`<div class="studio ${state.isDrawerOpen ? "drawer-open" : ""}">
    <${Banner} state=${state} />
    <${TopBar} state=${state} />
    ${state.pages.length === 0
      ? html`<${StartPage} state=${state} /><footer class="status"><${Toast} state=${state} /></footer>`
      : html`<div class="body">
          <main class="left">
            <${Tabs} state=${state} />
            <${TypeNotice} state=${state} />
            <${Notice} state=${state} />
            <div class="view-box">
              <${PagePane} state=${state} />
              ${isRaw && html`<${RawView} key=${page.id} state=${state} />`}
            </div>
            <${Breadcrumb} state=${state} />
            <${Splitter} />
            ${state.isJoined ? html`<${JoinedPane} state=${state} />` : html`<${TablePane} state=${state} />`}
          </main>
          <aside class="right" aria-label="Panels">
            <${ConflictPanel} state=${state} />
            <${FieldsPanel} state=${state} />
            <${QuestionPanel} state=${state} />
            <${RulePanel} state=${state} />
            <${RecognizersPanel} state=${state} />
            <${HistoryPanel} state=${state} />
          </aside>
        </div>
        <${StatusBar} state=${state} />`}
    ${OpenedDialog && html`<${OpenedDialog} key=${state.dialog.kind} state=${state} />`}
    <${Popover} state=${state} />
  </div>`;
}

/** The line between page and table; it can be dragged, and moved with the arrow keys. */
function Splitter() {
  const set = (share) => document.documentElement.style.setProperty("--table", `${Math.max(12, Math.min(70, share))}vh`);
  const now = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--table")) || 28;
  const onMove = (event) => event.buttons && set((100 * (innerHeight - event.clientY - 30)) / innerHeight);
  const onKey = (event) => {
    const step = { ArrowUp: 3, ArrowDown: -3 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(now() + step);
  };
  return html`<div class="splitter" role="separator" aria-orientation="horizontal" aria-label="Height of the table" aria-valuenow="28" tabindex="0"
    onPointerDown=${(event) => event.target.setPointerCapture(event.pointerId)} onPointerMove=${onMove} onKeyDown=${onKey}></div>`;
}

// -- start

takeToken();
window.addEventListener("hashchange", () => {
  if (takeToken()) store.queue.tryAgain();
});
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files || [])];
  if (files.length) store.quietly(() => store.openFiles(files));
});
window.addEventListener("pagehide", () => store.keepScroll());
window.addEventListener("beforeunload", (event) => {
  if (store.state.waiting) event.preventDefault();
});
listen(ACTIONS);
render(html`<${Studio} />`, document.getElementById("app"));
store.start();
