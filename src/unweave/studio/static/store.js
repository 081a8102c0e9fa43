// The state of the client, and the actions that change it. Components read `store.state` and call methods of `store`.
//
// Marks are kept by page as a Map from "field:start:end" to the mark. A delta of the server changes them; the page view
// is told of the same changes, so that only what changed is drawn again.
//
// The answer to an event is a draft: marks that look right, at once. `refine` then asks for what was learned. Only that
// has records, rules and questions, so table and panels are read again when it has come.

import { EventQueue, Problem, get, post, request } from "./api.js";
import { keyOf } from "./frame.js";
import { counted, short } from "./text.js";

const WINDOW = 200;
const MOST_COUNTED = 20;
const UI_DELAY_MS = 400;
const POLL_MS = 250;
const MOST_OFFERED = 5000;
const FEWEST_ROWS = 3;

const EMPTY_JOINED = { rows: [], offset: 0, total: 0, holes: 0, fields: [], fill: {}, missing: [], ended: [] };
const EMPTY_SITE = { proposed: [], is_linked: false, links: [], next: [], program: { types: [], left_out: [], problem: "" } };
const EMPTY_TABLE = { rows: [], offset: 0, matching: 0, total: 0, fields: [], facets: {}, fill: {} };

const START = {
  isReady: false,
  fatal: null,
  seq: 0,
  fields: [],
  pages: [],
  types: [],
  site: EMPTY_SITE,
  joined: EMPTY_JOINED,
  isJoined: false,
  joinedProblem: null,
  hasRefusedTypes: false,
  conflicts: [],
  records: { total: 0, pages: {}, proposed: true, layout: "empty" },
  undo: 0,
  redo: 0,
  tab: null,
  mode: "styled",
  field: null,
  isNewField: false,
  renaming: null,
  isRecordMode: false,
  target: null,
  cell: null,
  table: EMPTY_TABLE,
  facet: null,
  sort: null,
  order: "asc",
  query: "",
  format: "words",
  rule: null,
  question: null,
  questionsLeft: 0,
  skipped: [],
  history: [],
  recognizers: { kinds: [], recognizers: [] },
  job: null,
  dialog: null,
  popover: null,
  toast: null,
  isDraft: false,
  isLost: null,
  waiting: 0,
  steps: [],
  offer: null,
  changed: {},
  timing: null,
  mismatches: 0,
  isDrawerOpen: false,
};

class Store {
  constructor() {
    this.state = START;
    this.marks = new Map();
    this.brackets = new Map();
    this.versions = new Map();
    this.before = new Map();
    this.listeners = new Set();
    this.view = null;
    this.loaded = new Set();
    this.lastFields = new Map();
    this.lastPages = new Map();
    this.looked = new Set();
    this.queue = new EventQueue({
      seq: () => this.state.seq,
      pages: () => this.bases(),
      applied: (delta, event) => this.applyDelta(delta, event),
      failed: (problem) => {
        this.showProblem(problem);
        if (this.state.isDraft) this.refine();
        else this.refresh();
      },
      found: () => this.catchUp(),
      changed: () => this.set({ waiting: this.queue.waiting.length, isLost: this.queue.lost }),
    });
  }

  set(patch) {
    this.state = { ...this.state, ...patch };
    for (const listener of this.listeners) listener(this.state);
  }

  // -- reading the state

  page(id = this.state.tab) {
    return this.state.pages.find((one) => one.id === id) || null;
  }

  /** Whether a page is shown as source: by choice, or since it cannot be shown otherwise. */
  isRaw(page) {
    return this.state.mode === "raw" || page.html === false || page.warnings.some((one) => one.code === "too_many_elements");
  }

  field(id = this.state.field) {
    return this.state.fields.find((one) => one.id === id) || null;
  }

  /** The page type of the page that is shown; "" where the project has no types. */
  pageType() {
    return this.page()?.page_type || "";
  }

  /** The fields of the page type that is shown. */
  ownFields() {
    return this.state.fields.filter((one) => one.page_type === this.pageType());
  }

  /** The pages of the page type that is shown. */
  ownPages() {
    return this.state.pages.filter((one) => one.page_type === this.pageType());
  }

  typeName(id) {
    return this.state.types.find((one) => one.id === id)?.name || "";
  }

  /** The pages whose marks the client has. */
  shownPages() {
    return [...this.loaded].filter((id) => this.page(id));
  }

  /** The same with the version of these marks, from which a delta begins. */
  bases() {
    return this.shownPages().map((id) => `${id}:${this.versions.get(id)}`);
  }

  marksOf(page) {
    return [...(this.marks.get(page)?.values() || [])];
  }

  // -- start

  async start() {
    try {
      const project = await get("/project?draft=1");
      const ui = project.ui || {};
      const has = (list, id) => list.some((one) => one.id === id);
      this.set({
        ...this.fromProject(project),
        isReady: true,
        tab: has(project.pages, ui.tab) ? ui.tab : project.pages[0]?.id || null,
        field: has(project.fields, ui.field) ? ui.field : project.fields[0]?.id || null,
        mode: ["styled", "unstyled", "raw"].includes(ui.mode) ? ui.mode : "styled",
        format: ui.format || "words",
        isJoined: Boolean(ui.isJoined) && project.types.length > 0,
        hasRefusedTypes: Boolean(ui.hasRefusedTypes),
      });
      this._chooseField();
      this.scrolls = ui.scrolls || {};
      if (this.state.tab) await this.loadMarks(this.state.tab);
      if (project.draft) this.refine();
      else this.refresh();
      this.loadRecognizers();
    } catch (problem) {
      if (problem.isLost && problem.code === "offline") this.queue.reportLost(problem);
      this.set({ fatal: problem, isReady: false });
    }
  }

  fromProject(project) {
    return {
      name: project.name,
      version: project.version,
      seq: project.seq,
      isReadOnly: project.read_only,
      saved: project.saved,
      undo: project.undo,
      redo: project.redo,
      fields: project.fields,
      pages: project.pages,
      types: project.types,
      records: project.records || this.state.records,
      conflicts: project.conflicts || [],
      isDraft: project.draft,
      roots: project.roots,
      ruleVersion: project.rule_version,
    };
  }

  /** After the connection was lost: what has changed meanwhile. */
  async catchUp() {
    if (!this.state.isReady) {
      this.set({ fatal: null });
      await this.start();
      return;
    }
    await this.refine();
  }

  /** What was learned, once it is; an answer that a newer event has overtaken is dropped. */
  async refine() {
    this.refining?.abort();
    const refining = new AbortController();
    this.refining = refining;
    const path = `/delta?since=${this.state.seq}&pages=${this.bases().join(",")}`;
    try {
      const delta = await request("GET", path, null, refining.signal);
      if (this.refining !== refining || this.queue.waiting.length) return;
      this.refining = null;
      this.applyDelta(delta, null);
    } catch (problem) {
      if (problem.code !== "aborted") this.showProblem(problem);
    }
  }

  async loadMarks(id) {
    const found = await get(`/pages/${id}/marks?draft=1`);
    this.marks.set(id, new Map(found.marks.map((mark) => [keyOf(mark[0], mark[2], mark[3]), mark])));
    this.brackets.set(id, found.records);
    this.versions.set(id, found.version);
    this.loaded.add(id);
    this.view?.marksChanged(id);
  }

  // -- deltas

  applyDelta(delta, event) {
    if (!delta || delta.seq < this.state.seq) return;
    if (event) this.before = new Map(Object.keys(delta.pages).map((id) => [id, this._extracted(id)]));
    const colors = (fields) => fields.map((field) => `${field.id}${field.color}`).join();
    const isRecoloured = colors(delta.fields) !== colors(this.state.fields);
    const fields = delta.draft ? delta.fields.map((field) => this._draftField(field)) : delta.fields;
    let pages = delta.page_list || this.state.pages;
    const drawn = [];
    for (const [id, part] of Object.entries(delta.pages)) {
      const known = delta.full || part.full ? new Map() : this.marks.get(id) || new Map();
      const removed = part.remove.map((key) => keyOf(...key));
      for (const key of removed) known.delete(key);
      for (const mark of part.add) known.set(keyOf(mark[0], mark[2], mark[3]), mark);
      this.marks.set(id, known);
      if (part.records) this.brackets.set(id, part.records);
      this.versions.set(id, part.version);
      const counts = { n: part.total, status: part.status, pos: part.pos, neg: part.neg, conflicts: part.conflicts };
      pages = pages.map((page) => (page.id === id ? { ...page, ...counts } : page));
      drawn.push({ id, removed, added: part.add, isFull: delta.full || part.full });
    }
    const counts = delta.records?.pages || {};
    const lengths = (page) => (this.loaded.has(page.id) || !(page.id in counts) ? page : { ...page, rows: counts[page.id] });
    const typed = (page) => ({ ...page, page_type: delta.page_types[page.id] || "" });
    const patch = {
      seq: delta.seq,
      fields,
      types: delta.types,
      pages: pages.map(lengths).map(typed),
      undo: delta.undo,
      redo: delta.redo,
      ruleVersion: delta.rule_version,
      records: delta.records || this.state.records,
      conflicts: delta.conflicts || this.state.conflicts,
      saved: delta.saved,
      changed: this._changes(Object.keys(delta.pages)),
      timing: delta.draft ? this.state.timing : { learn: delta.learn_ms },
      isDraft: delta.draft,
    };
    if (fields.length && this.state.offer) patch.offer = null;
    if (!delta.types.length) patch.isJoined = false;
    if (delta.made?.field) {
      // Where the panels are a closed drawer the name cannot be typed: then it stays as it was chosen.
      const canType = this.state.isDrawerOpen || !matchMedia("(max-width: 1099px)").matches;
      Object.assign(patch, { field: delta.made.field, isNewField: false, renaming: canType ? delta.made.field : null });
    }
    if (!patch.pages.some((page) => page.id === this.state.tab)) patch.tab = patch.pages[0]?.id || null;
    if (delta.dropped?.count && event) patch.toast = droppedToast(delta.dropped);
    else if (event && delta.sentence) patch.toast = { text: sentenceOf(delta), isQuiet: true };
    this.set(patch);
    this._chooseField();
    for (const { id, removed, added, isFull } of drawn) {
      if (isFull || isRecoloured) this.view?.marksChanged(id);
      else this.view?.marksEdited(id, removed, added);
    }
    if (delta.draft) this.refine();
    else this.refresh();
    this._nextStep(event);
  }

  /** The active field is one of the page type that is shown: the one that was active there before, else the first. */
  _chooseField() {
    const own = this.ownFields();
    const { field } = this.state;
    if (own.some((one) => one.id === field)) {
      this.lastFields.set(this.pageType(), field);
      return;
    }
    const before = own.find((one) => one.id === this.lastFields.get(this.pageType()));
    this.set({ field: (before || own[0])?.id || null, rule: null });
  }

  /** A field of a draft: what only learning tells stays as it was. */
  _draftField(field) {
    const { missing, confidence } = this.field(field.id) || field;
    return { ...field, missing, confidence };
  }

  /** How many extracted values each page has gained and lost since the last action; its draft and what was learned count as one. */
  _changes(ids) {
    const changes = ids.map((id) => {
      const [before, now] = [this.before.get(id) || new Set(), this._extracted(id)];
      const added = [...now].filter((key) => !before.has(key)).length;
      return [id, { added, gone: before.size + added - now.size }];
    });
    return Object.fromEntries(changes);
  }

  _extracted(id) {
    return new Set([...(this.marks.get(id) || [])].filter(([, mark]) => "XPU".includes(mark[1])).map(([key]) => key));
  }

  _nextStep(event) {
    const [step, ...rest] = this.state.steps;
    if (step && event?.type === "label" && event.sign === 1) this.set({ steps: rest });
  }

  /** Reads again what depends on the rules, the slowest last: table, history, rule, question, counts of other pages. */
  refresh() {
    if (this.isRefreshing) {
      this.mustRefresh = true;
      return;
    }
    this.isRefreshing = true;
    setTimeout(async () => {
      try {
        for (const load of ["loadTable", "loadHistory", "loadRule", "loadQuestion", "loadCounts", "loadSite"]) {
          // The server does one thing at a time: a waiting event goes first, and its delta starts this again.
          if (this.queue.waiting.length || this.state.isDraft || this.mustRefresh) break;
          await this[load]();
        }
      } catch (problem) {
        this.showProblem(problem);
      }
      this.isRefreshing = false;
      if (this.mustRefresh) {
        this.mustRefresh = false;
        this.refresh();
      }
    }, 0);
  }

  async loadTable(offset = this.state.table.offset) {
    const { facet, sort, order, query } = this.state;
    if (this.state.isJoined) {
      await this.loadJoined();
      return;
    }
    const given = { offset: String(offset), limit: String(WINDOW), order, page_type: this.pageType() };
    if (facet) given.facet = facet;
    if (sort) given.sort = sort;
    if (query) given.q = query;
    const table = await get(`/records?${new URLSearchParams(given)}`);
    if (!table.rows.length && table.matching && offset) {
      await this.loadTable(0);
      return;
    }
    this.set({ table });
  }

  /** The rows over links; where there are none, the reason. */
  async loadJoined(offset = this.state.joined.offset) {
    try {
      const joined = await get(`/joined?offset=${offset}&limit=${WINDOW}`);
      if (!joined.rows.length && joined.total && offset) await this.loadJoined(0);
      else this.set({ joined, joinedProblem: null });
    } catch (problem) {
      if (problem.code !== "cannot_export") throw problem;
      this.set({ joined: EMPTY_JOINED, joinedProblem: problem });
    }
  }

  /** What is known of the site: proposals, next pages, what the site program is. */
  async loadSite() {
    if (this.state.pages.length < 2) {
      if (this.state.site !== EMPTY_SITE) this.set({ site: EMPTY_SITE });
      return;
    }
    this.set({ site: await get("/site") });
  }

  showJoined(isJoined) {
    if (isJoined && !this.state.types.length) {
      this.say("There are no page types yet: make them first (W).");
      return;
    }
    this.set({ isJoined, cell: null });
    this.keepUi();
    this.quietly(() => this.loadTable(0));
  }

  /** Shows the first page of a page type, or the page of it that was shown last. */
  openType(id) {
    const pages = this.state.pages.filter((one) => one.page_type === id);
    const page = pages.find((one) => one.id === this.lastPages.get(id)) || pages[0];
    if (page) return this.openPage(page.id);
    return this.set({ dialog: { kind: "types" } });
  }

  /** How much was found on the other pages: known once the table has been made. */
  async loadCounts() {
    const others = this.state.pages.filter((page) => !this.loaded.has(page.id));
    if (!others.length || others.length > MOST_COUNTED || !this.state.fields.some((field) => field.n)) return;
    const { seq, pages } = await get(`/project?pages=${this.state.pages.map((page) => page.id).join(",")}`);
    if (seq !== this.state.seq) return;
    const counted = new Map(pages.map((page) => [page.id, page]));
    this.set({ pages: this.state.pages.map((page) => (this.loaded.has(page.id) ? page : counted.get(page.id) || page)) });
  }

  setTable(patch) {
    this.set(patch);
    this.quietly(() => this.loadTable(0));
  }

  async loadRule() {
    const { field, format } = this.state;
    const name = format === "words" || this.ownFields().length === 1 ? field : "record";
    if (!name || this.state.isNewField || this.field(field)?.state === "empty") {
      this.set({ rule: null });
      return;
    }
    const wanted = `${name} ${format} ${this.pageType()}`;
    this.wantedRule = wanted;
    try {
      const rule = await get(`/rule/${name}?format=${format}&page_type=${this.pageType()}`);
      if (this.wantedRule === wanted) this.set({ rule });
    } catch (problem) {
      if (problem.code !== "not_found") throw problem;
      this.set({ rule: { format, text: "", reason: problem.message, expressible: true } });
    }
  }

  async loadQuestion() {
    if (!this.state.fields.some((field) => field.n)) {
      this.set({ question: null, questionsLeft: 0 });
      return;
    }
    const skip = this.state.skipped.length ? `?skip=${encodeURIComponent(this.state.skipped.join(","))}` : "";
    const asked = {};
    this.wantedQuestion = asked;
    try {
      const { question, left } = await get(`/next${skip}`);
      if (this.wantedQuestion === asked) this.set({ question, questionsLeft: left }); // else a later one is under way
    } finally {
      if (this.wantedQuestion === asked) this.wantedQuestion = null;
    }
  }

  async loadHistory() {
    this.set({ history: (await get("/history")).items });
  }

  async loadRecognizers() {
    await this.quietly(async () => this.set({ recognizers: await get("/recognizers") }));
  }

  // -- events

  /** Sends an event; true once the server has it. */
  async send(members, path = "/events") {
    if (this.state.isReadOnly) {
      this.showProblem(new Problem({ code: "read_only", message: "The project is open elsewhere.", hint: "take it over first" }));
      return false;
    }
    this.set({ popover: null });
    return this.queue.add(path, members);
  }

  /** Labels a target. While a new field is being made, labels for a new field wait and go to that one. */
  async label(target, sign, field = this.state.isNewField ? null : this.state.field, more = {}) {
    if (field === null && this.making) {
      await this.making;
      return this.label(target, sign, this.state.field, more);
    }
    const members = { type: "label", page: target.page || this.state.tab, field, unit: target.unit, sign, ...more };
    if (target.value !== null && target.value !== undefined) members.value = target.value;
    if (field !== null) return this.send(members);
    this.making = this.send(members);
    const ok = await this.making;
    this.making = null;
    return ok;
  }

  undo() {
    return this.state.undo ? this.send({}, "/undo") : null;
  }

  redo() {
    return this.state.redo ? this.send({}, "/redo") : null;
  }

  travel(to) {
    return this.send({ to }, "/travel");
  }

  /** What a click on a target means: see the table of clicks in docs/studio.md. */
  meaning(target, { shift = false, alt = false } = {}) {
    const field = this.state.isNewField ? null : this.field();
    const name = field ? field.name : "a new field";
    const mark = target.mark;
    if (this.state.isRecordMode) {
      return mark ? { act: "record", text: "click = a record begins here" } : { act: "none", text: "click a marked value" };
    }
    if (mark && (!field || mark[0] !== field.id)) {
      const other = this.field(mark[0]);
      if (shift) return { act: "accept", text: `click = also ${name}` };
      return { act: "ask", text: `is ${other?.name}; click to choose`, other };
    }
    if (alt) return { act: "reject", text: `click = not ${name}` };
    if (!mark) return { act: "accept", text: `click = ${field?.n ? "also " : ""}${name}` };
    if (shift) return { act: "accept", text: `click = ${name}, confirmed` };
    if (mark[1] === "X" || mark[1] === "U") return { act: "reject", text: `click = not ${name}` };
    if (mark[1] === "S") return { act: "accept", text: `suggested; click = ${name}` };
    return { act: "remove", text: `click = remove the label (${mark[1] === "N" ? "not " : ""}${name})` };
  }

  /** Does what a click means. */
  click(target, modifiers = {}, at = null) {
    if (!target) return null;
    const { act, text, other } = this.meaning(target, modifiers);
    if (act === "accept") return this.label(target, 1);
    if (act === "reject") return this.label(target, -1, this.state.field, modifiers.alt ? { force: true } : {});
    if (act === "remove") return this.label(target, 0);
    if (act === "record") return this._recordStart(target);
    if (act === "ask") {
      this.set({ popover: { kind: "which", target, other, at } });
      return null;
    }
    this.say(text);
    return null;
  }

  accept(target = this.state.target) {
    return target ? this.click(target, { shift: true }) : this.say("Point at a value first, or press J.");
  }

  reject(target = this.state.target) {
    if (!target) return this.say("Point at a value first, or press J.");
    const mark = target.mark;
    if (mark && mark[1] === "N") return null;
    return this.label(target, -1, mark ? mark[0] : this.state.field, mark ? {} : { force: true });
  }

  async _recordStart(target) {
    const [field, , start, end] = target.mark;
    const ok = await this.send({ type: "record_start", page: this.state.tab, value: { field, start, end } });
    if (ok) this.set({ isRecordMode: false });
  }

  setStatus(status, accept = false) {
    return this.send({ type: "page_status", page: this.state.tab, status, accept });
  }

  // -- fields

  activate(id) {
    this.set({ field: id, isNewField: false });
    this.keepUi();
    this.quietly(() => this.loadRule());
  }

  newField() {
    this.set({ isNewField: true, renaming: null });
    this.say("Click a value on the page: it becomes a new field.");
  }

  async rename(id, name) {
    const field = this.field(id);
    this.set({ renaming: null });
    const clean = name.trim().replace(/\s+/g, " ");
    if (field && clean && clean !== field.name) await this.send({ type: "field_change", field: id, name: clean });
  }

  // -- pages

  async openPage(id) {
    if (!this.page(id)) return;
    if (id === this.state.tab) return;
    this.keepScroll();
    const before = this.pageType();
    this.set({ tab: id, target: null, popover: null });
    this.keepUi();
    this.lastPages.set(this.pageType(), id);
    if (this.pageType() !== before) this._typeChanged();
    if (!this.loaded.has(id)) await this.quietly(() => this.loadMarks(id));
  }

  /** Another page type is shown: it has fields, records and a rule of its own. */
  _typeChanged() {
    this.set({ isNewField: false, renaming: null, facet: null, sort: null, cell: null });
    this._chooseField();
    this.quietly(async () => {
      await this.loadTable(0);
      await this.loadRule();
    });
  }

  async addPages(members) {
    const answer = await post("/pages", { ...members, draft: true });
    this.applyDelta(answer.delta, null);
    const project = await get("/project?draft=1");
    this.set({ pages: project.pages });
    const [first] = answer.pages;
    if (first) await this.openPage(first.id);
    if (this.state.tab && !this.loaded.has(this.state.tab)) await this.loadMarks(this.state.tab);
    const failed = answer.failed || [];
    if (failed.length) {
      const names = failed.map((one) => `${one.name}: ${one.error.message}`).join("; ");
      this.showProblem(new Problem({ code: "bad_page", message: `${counted(failed.length, "file")} not opened: ${names}` }));
    }
    this.set({ dialog: null });
    return answer;
  }

  async openFiles(files) {
    const pages = [];
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
      pages.push({ name: file.name, base64: btoa(text) });
    }
    return pages.length ? this.addPages({ pages }) : null;
  }

  async closePage(id) {
    await this.quietly(async () => {
      this.applyDelta(await request("DELETE", `/pages/${id}`), null);
      const project = await get("/project?draft=1");
      const tab = project.pages.some((page) => page.id === this.state.tab) ? this.state.tab : project.pages[0]?.id || null;
      this.set({ pages: project.pages, tab });
      if (tab && !this.loaded.has(tab)) await this.loadMarks(tab);
    });
  }

  async sample() {
    const answer = await post("/sample");
    this.applyDelta(answer.delta, null);
    const project = await get("/project?draft=1");
    this.set({ pages: project.pages, tab: answer.pages[0].id, steps: answer.steps });
    await this.loadMarks(answer.pages[0].id);
  }

  setMode(mode) {
    this.keepScroll();
    this.set({ mode });
    this.keepUi();
  }

  // -- a list that was found without any click

  /** Looks for a list on a page of a project without fields; its rows are outlined, and one click takes them. */
  async offerRows(id) {
    const page = this.page(id);
    const isUseless = !page || this.ownFields().length || this.state.isReadOnly || page.elements > MOST_OFFERED;
    if (isUseless || this.looked.has(id)) return;
    this.looked.add(id);
    const { job } = await post("/discover", { pages: [id], list: true, only_lists: true });
    const { result } = await this._ended(job);
    if (!(result?.rows[id]?.length >= FEWEST_ROWS) || id !== this.state.tab || this.ownFields().length) return;
    this.set({ offer: { ...result, page: id } });
    this.view?.offerChanged();
  }

  /** Makes fields of the columns of the list that was found. */
  async takeRows() {
    const { discovery, columns } = this.state.offer;
    this.set({ offer: null });
    this.view?.offerChanged();
    await this.send({ type: "keep_columns", discovery, columns: columns.map(({ id, name }) => ({ id, name })) });
  }

  // -- jobs

  /** A job that runs, once it has ended; `report` is told how far it is, and may say that nobody waits any more. */
  async _ended(started, report = () => true) {
    let job = started;
    while (job.state === "running") {
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
      job = await get(`/jobs/${job.id}`);
      if (!report(job)) break;
    }
    return job;
  }

  /** Starts a job and follows it; the result is the job as it ended. */
  async run(path, members) {
    const { job } = await post(path, members);
    this.set({ job });
    return this._ended(job, (now) => {
      const isShown = this.state.job?.id === now.id;
      if (isShown) this.set({ job: now });
      return isShown;
    });
  }

  async cancelJob() {
    const { job } = this.state;
    if (job) await this.quietly(async () => this.set({ job: await request("DELETE", `/jobs/${job.id}`) }));
  }

  // -- questions

  skipQuestion() {
    const { question, skipped } = this.state;
    if (!question) return;
    this.set({ skipped: [...skipped, question.id] });
    this.quietly(() => this.loadQuestion());
  }

  previousQuestion() {
    this.set({ skipped: this.state.skipped.slice(0, -1) });
    this.quietly(() => this.loadQuestion());
  }

  async answerQuestion(sign) {
    const { question } = this.state;
    if (!question) return;
    const [field, , start, end] = question.mark;
    const target = { page: question.page, unit: { kind: "source", start, end }, value: null };
    await this.label(target, sign, field);
  }

  // -- messages

  say(text, more = {}) {
    this.set({ toast: { text, ...more } });
    return null;
  }

  showProblem(problem) {
    if (!(problem instanceof Problem)) {
      console.error(problem);
      this.set({ toast: { text: String(problem.message || problem), isError: true } });
      return;
    }
    if (problem.isLost) this.queue.reportLost(problem);
    else this.set({ toast: { text: problem.message, hint: problem.hint, code: problem.code, isError: true } });
  }

  /** Runs something that may fail; the problem is shown. */
  async quietly(work) {
    try {
      return await work();
    } catch (problem) {
      this.showProblem(problem);
      return null;
    }
  }

  // -- what is found again at the next start

  keepScroll() {
    if (this.state.tab && this.view?.scroll) this.scrolls = { ...this.scrolls, [this.state.tab]: this.view.scroll() };
  }

  keepUi() {
    clearTimeout(this.uiTimer);
    this.uiTimer = setTimeout(() => {
      this.keepScroll();
      const { tab, field, mode, format, isJoined, hasRefusedTypes } = this.state;
      const kept = { tab, field, mode, format, isJoined, hasRefusedTypes, scrolls: this.scrolls || {} };
      request("PUT", "/ui", kept).catch(() => {});
    }, UI_DELAY_MS);
  }
}

function sentenceOf(delta) {
  const changes = Object.values(delta.pages);
  const added = changes.reduce((sum, part) => sum + part.new, 0);
  const gone = changes.reduce((sum, part) => sum + part.gone, 0);
  const change = [added ? `+${added}` : "", gone ? `−${gone}` : ""].filter(Boolean).join(" ");
  return change ? `${short(delta.sentence, 120)} (${change})` : short(delta.sentence, 120);
}

function droppedToast({ count, last }) {
  return { text: `${counted(count, "later step")} dropped.`, action: "restore", to: last };
}

export const store = new Store();
