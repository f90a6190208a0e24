/** Switches between light, dark, and the system's colours. */

const SCHEMES = { system: "light dark", light: "light", dark: "dark" } as const;
type Theme = keyof typeof SCHEMES;
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

/** `onChange` is called whenever the colours may have changed. */
export function setUpTheme(toggle: HTMLElement, onChange: () => void): void {
  let theme: Theme = "system";
  const show = () => {
    document.documentElement.style.colorScheme = SCHEMES[theme];
    toggle.textContent = `Colours: ${theme === "system" ? "as the system" : theme}`;
    onChange();
  };
  toggle.addEventListener("click", () => {
    theme = NEXT[theme];
    show();
  });
  for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", onChange);
  show();
}
