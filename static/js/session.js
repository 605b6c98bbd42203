// A word before one is signed out, with one press to stay. The server decides; without this file it just happens.

const WARNING_SECONDS = 120;
const place = document.querySelector("[data-session-seconds]");

if (place) {
  let end = endIn(place);
  const tick = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000);
    if (seconds <= 0) {
      clearInterval(ticking);
      say(place, "You are signed out. Sign in again to go on.");
    } else if (seconds <= WARNING_SECONDS && !place.firstElementChild) {
      warn(place, seconds, () => (end = endIn(place)));
    }
  };
  const ticking = setInterval(tick, 1000);
  document.addEventListener("visibilitychange", tick);
  tick();
}

/** By the clock on the wall: a laptop that sleeps is signed out all the same. */
function endIn(place) {
  return Date.now() + Number(place.dataset.sessionSeconds) * 1000;
}

function warn(place, seconds, goOn) {
  const left = seconds > 60 ? "2 minutes" : "a minute";
  if (!place.dataset.sessionRenews) {
    say(place, `You will be signed out in ${left}: this sign-in has lasted as long as one may. Send what you are writing now.`);
    return;
  }
  const line = say(place, `You will be signed out in ${left}, because nothing was sent for long.`);
  const button = document.createElement("button");
  button.className = "button";
  button.type = "button";
  button.textContent = "Stay signed in";
  button.addEventListener("click", () => stay(place, button, goOn));
  line.append(button);
}

/** Any page that is asked for moves the limit on, and tells the new one. */
async function stay(place, button, goOn) {
  button.disabled = true;
  try {
    const answer = await fetch(place.dataset.sessionRenews);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-session-seconds]");
    if (!fresh) throw new Error("signed out");
    place.dataset.sessionSeconds = fresh.dataset.sessionSeconds;
    if (!fresh.dataset.sessionRenews) delete place.dataset.sessionRenews;
    place.replaceChildren();
    goOn();
  } catch {
    button.disabled = false;
    button.textContent = "That did not work; try again";
  }
}

function say(place, text) {
  const line = document.createElement("p");
  line.className = "flash flash-warning";
  const words = document.createElement("span");
  words.textContent = text;
  line.append(words);
  place.replaceChildren(line);
  return line;
}
