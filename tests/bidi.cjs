// For the driver of Playwright with a Firefox that lacks a command of WebDriver BiDi: ask it for its state instead.
const written = JSON.stringify;
JSON.stringify = (value, ...rest) =>
  value?.method === "emulation.setMediaFeaturesOverride" ? written({ ...value, method: "session.status", params: {} }) : written(value, ...rest);
