// The server's states, over one connection for all tabs: a browser has only six for a host.

import { ask } from "./answers.js";

/** Call `receive` with the present state and each new one, and `lost` while the server does not answer. */
export function follow(receive, lost) {
  const name = `rcwkit ${location.pathname}`;
  const channel = new BroadcastChannel(name);
  const heard = (said) => (said === null ? lost() : receive(said));
  channel.onmessage = ({ data }) => heard(data);
  const tell = (said) => (channel.postMessage(said), heard(said));
  const listen = () => {
    const events = new EventSource("events");
    events.onmessage = (event) => tell(JSON.parse(event.data));
    events.onerror = () => {
      tell(null);
      // The browser gives up for good when the server's answer is no stream.
      if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
  };
  // Locks are there only for pages of this machine: elsewhere each tab has its own connection.
  if (!navigator.locks) return listen();
  navigator.locks.request(name, () => (listen(), new Promise(() => {})));
  ask("state").then(heard, lost);
}
