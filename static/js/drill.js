// Keys and the timer of a drill, and the verdict where it is seen. Everything here is a comfort: without it the page is a plain form.

const answers = document.querySelector("[data-drill-answers]");
const next = document.querySelector("[data-drill-next]");
const form = answers ?? next;

if (form) {
  guardAgainstDoubles(form);
  listenToKeys(form);
}
if (next) {
  showVerdict(document.querySelector("#verdict-headline"), next);
}
if (answers?.dataset.deadlineMs) {
  keepTime(answers, Number(answers.dataset.deadlineMs));
}

/** On a phone a tall table may push the verdict off the window, or under the bar with Next: then it is scrolled to. */
function showVerdict(headline, bar) {
  const { top, bottom } = headline.getBoundingClientRect();
  const end = Math.min(innerHeight, bar.getBoundingClientRect().top);
  if (top < 0 || bottom > end) headline.parentElement.scrollIntoView({ block: "nearest" });
}

/** One press sends one form. The buttons go quiet only after the browser has read which one was pressed. */
function guardAgainstDoubles(form) {
  const buttons = form.querySelectorAll("button[type=submit]");
  const setDisabled = (disabled) => buttons.forEach((button) => (button.disabled = disabled));

  form.addEventListener("submit", () => setTimeout(setDisabled, 0, true));
  // Coming back with the browser's Back button brings the page as it was left.
  window.addEventListener("pageshow", () => setDisabled(false));
  // The second click of a double click would land on the page that the first one opened.
  form.addEventListener("click", (event) => {
    if (event.detail > 1) event.preventDefault();
  });
}

/** Each button names its key in data-key; the key presses the button. Who dictates or hits keys by chance turns them off. */
function listenToKeys(form) {
  const buttons = [...form.querySelectorAll("button[data-key]")];
  const keySwitch = document.querySelector("[data-keys-switch]");
  let on = recall("answer-keys") !== "off";
  const show = () => {
    document.documentElement.classList.toggle("keys-off", !on);
    if (keySwitch) keySwitch.textContent = `Keys ${on ? "on" : "off"}`;
  };
  keySwitch?.addEventListener("click", () => {
    on = !on;
    remember("answer-keys", on ? "on" : "off");
    show();
  });
  show();

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input:not([type=radio]), textarea")) return; // somebody is typing
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.repeat) {
      // A key held down must not answer the next question as well.
      if (event.key === "Enter" || event.key === " ") event.preventDefault();
      return;
    }
    const button = buttons.find((each) => each.dataset.key.toLowerCase() === event.key.toLowerCase());
    if (!button || button.disabled || (!on && event.key !== "Enter")) return;
    // Enter on a link or another button means that one.
    if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
    event.preventDefault();
    button.click();
  });
}

/** Storage may be closed to us; then the choice lasts as long as the page. */
function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing is lost but the choice.
  }
}

/** The time left is reckoned from the deadline each time, so a sleeping tab cannot stretch it. */
function keepTime(form, millisecondsLeft) {
  const shown = document.querySelector("[data-timer]");
  const announced = document.querySelector("[data-timer-announce]");
  const deadline = performance.now() + millisecondsLeft;
  const secondsLeft = () => Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  let before = secondsLeft();

  const tick = () => {
    const seconds = secondsLeft();
    if (shown) shown.textContent = `${asClock(seconds)} left`;
    if (announced && before > 20 && seconds <= 20 && seconds > 0) announced.textContent = `${seconds} seconds left`;
    before = seconds;
    if (seconds > 0) return;
    clearInterval(ticking);
    // No answer is an answer of its own; the server decides by its own clock.
    // What is half typed was not given: it stays behind.
    form.querySelectorAll("input:not([type=hidden])").forEach((input) => (input.disabled = true));
    if (!form.querySelector("button:disabled")) form.requestSubmit();
  };
  const ticking = setInterval(tick, 250);
  document.addEventListener("visibilitychange", tick);
  tick();
}

function asClock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}
