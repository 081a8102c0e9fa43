// The keyboard: the keymap is data, and one handler on the window reads it. Digits are fields, letters are actions.

/** Keys -> action. `text` is what the list of keys says; `typing`: it also acts while a text is typed. */
export const KEYMAP = [
  { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], action: "field", text: "Activate the field with this number; the next free number adds a field", group: "Fields" },
  { keys: ["+"], action: "newField", text: "Add a field: the next value that is accepted belongs to it", group: "Fields" },
  { keys: ["F2"], action: "renameField", text: "Rename the active field", group: "Fields" },
  { keys: ["0"], action: "recordMode", text: "Record mode: choose the first value of a record", group: "Fields" },
  { keys: ["j", "ArrowDown"], action: "next", text: "Next text on the page, or next row of the table", group: "Page" },
  { keys: ["k", "ArrowUp"], action: "previous", text: "Previous text on the page, or previous row", group: "Page" },
  { keys: ["ArrowRight"], action: "right", text: "Next cell of the table", group: "Page" },
  { keys: ["ArrowLeft"], action: "left", text: "Previous cell of the table", group: "Page" },
  { keys: ["a", "Enter"], action: "accept", text: "Accept the value under the pointer or cursor", group: "Page" },
  { keys: ["x", "Backspace"], action: "reject", text: "Reject it", group: "Page" },
  { keys: ["c"], action: "click", text: "The same as a click on it", group: "Page" },
  { keys: ["["], action: "widen", text: "Take more: the element around it", group: "Page" },
  { keys: ["]"], action: "narrow", text: "Take less: the text, then the word", group: "Page" },
  { keys: ["."], action: "attribute", text: "Text, then each attribute: link, image, title", group: "Page" },
  { keys: ["i"], action: "inspect", text: "Inspector: all values of the element", group: "Page" },
  { keys: ["Tab"], action: "deeper", text: "With the pointer over the page: what lies below it", group: "Page" },
  { keys: ["h"], action: "hide", text: "Hide the element in the view; Shift+H shows all again", group: "Page" },
  { keys: ["Shift+H"], action: "showAll", text: "Show all hidden elements again", group: "Page" },
  { keys: ["PageDown"], action: "scrollDown", text: "Scroll the page down", group: "Page" },
  { keys: ["PageUp"], action: "scrollUp", text: "Scroll the page up", group: "Page" },
  { keys: ["v"], action: "mode", text: "Page, unstyled page, source", group: "Page" },
  { keys: ["{", "Ctrl+PageUp"], action: "previousPage", text: "Previous page", group: "Pages" },
  { keys: ["}", "Ctrl+PageDown"], action: "nextPage", text: "Next page", group: "Pages" },
  { keys: ["<"], action: "previousType", text: "Previous page type", group: "Pages" },
  { keys: [">"], action: "nextType", text: "Next page type", group: "Pages" },
  { keys: ["w"], action: "types", text: "Page types: make, rename, move pages, next pages", group: "Pages" },
  { keys: ["b"], action: "joined", text: "Joined table, or the records of this page type", group: "Pages" },
  { keys: ["Ctrl+Enter"], action: "complete", text: "Accept everything, mark the page complete and go to the next", group: "Pages" },
  { keys: ["o"], action: "open", text: "Open pages", group: "Pages" },
  { keys: ["d"], action: "discover", text: "Discover columns", group: "Pages" },
  { keys: ["n"], action: "nextQuestion", text: "Go to the next question", group: "Review" },
  { keys: ["Shift+N"], action: "previousQuestion", text: "Go back to the question before", group: "Review" },
  { keys: [" "], action: "skip", text: "Skip the question", group: "Review" },
  { keys: ["f"], action: "flag", text: "Flag the row", group: "Review" },
  { keys: ["Ctrl+z"], action: "undo", text: "Undo", group: "Everywhere" },
  { keys: ["Ctrl+Shift+Z", "Ctrl+y"], action: "redo", text: "Redo", group: "Everywhere" },
  { keys: ["t"], action: "focusTable", text: "Go to the table", group: "Everywhere" },
  { keys: ["p"], action: "focusPage", text: "Go to the page", group: "Everywhere" },
  { keys: ["r"], action: "focusRule", text: "Go to the rule", group: "Everywhere" },
  { keys: ["g"], action: "focusRecognizers", text: "Go to the recognizers", group: "Everywhere" },
  { keys: ["F6"], action: "nextPane", text: "Next pane", group: "Everywhere", typing: true },
  { keys: ["Shift+F6"], action: "previousPane", text: "Previous pane", group: "Everywhere", typing: true },
  { keys: ["e"], action: "export", text: "Export", group: "Everywhere" },
  { keys: ["y"], action: "verify", text: "Verify on more pages", group: "Everywhere" },
  { keys: ["u"], action: "run", text: "Run on a folder", group: "Everywhere" },
  { keys: ["?"], action: "help", text: "This list", group: "Everywhere" },
  { keys: ["Escape"], action: "escape", text: "Close what is open, leave a mode, clear the cursor", group: "Everywhere", typing: true },
];

const BY_KEY = new Map(KEYMAP.flatMap((entry) => entry.keys.map((key) => [key, entry])));

/** The name of a key as the keymap has it. */
export function keyName(event) {
  const { key } = event;
  const isControl = event.ctrlKey || event.metaKey;
  const isNamed = key.length > 1 || isControl;
  const withShift = event.shiftKey && (isNamed || /^[A-Z]$/.test(key));
  const name = isControl && !event.shiftKey ? key.toLowerCase() : key;
  const shown = isControl && key.length > 1 ? key : name;
  return `${isControl ? "Ctrl+" : ""}${withShift ? "Shift+" : ""}${withShift && key.length === 1 ? key.toUpperCase() : shown}`;
}

/** How a key is written for people. */
export const shownKey = (key) =>
  ({ " ": "Space", ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" })[key] ||
  key.replace(/(^|\+)([a-z])$/, (_, plus, letter) => plus + letter.toUpperCase());

const isTyping = (element) =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    ["TEXTAREA", "SELECT"].includes(element.tagName) ||
    (element.tagName === "INPUT" && !["checkbox", "radio", "button", "file"].includes(element.type)));

const isControl = (element) =>
  element instanceof HTMLElement && element.closest("button, a[href], summary, select, input, [role=option]");

/** Calls `actions[name](key, event)` for the keys of the keymap; returns what removes the handler. */
export function listen(actions) {
  const onKey = (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const name = keyName(event);
    const entry = BY_KEY.get(name);
    if (!entry) return;
    if (isTyping(event.target) && !entry.typing) return;
    if (isControl(event.target) && ["Enter", " "].includes(event.key) && !event.ctrlKey) return;
    if (document.querySelector("dialog[open]") && !["escape", "help"].includes(entry.action)) return;
    if (actions[entry.action](event.key, event) !== false) event.preventDefault();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
