// Light or dark: the theme of the system, until a person chooses.

export interface Look {
  readonly isDark: boolean;
  toggle(): void;
}

const KEY = 'wayfield-look';

export function createLook(changed: () => void): Look {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = stored();
  // not read in every frame: reading it after a change suppresses the event of that change
  let systemIsDark = system.matches;
  const isDark = (): boolean => (chosen ? chosen === 'dark' : systemIsDark);
  const apply = (): void => {
    document.documentElement.dataset['look'] = isDark() ? 'dark' : 'light';
    changed();
  };
  system.addEventListener('change', ({ matches }) => {
    systemIsDark = matches;
    apply();
  });
  document.documentElement.dataset['look'] = isDark() ? 'dark' : 'light';
  return {
    get isDark() {
      return isDark();
    },
    toggle() {
      chosen = isDark() ? 'light' : 'dark';
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // without storage the choice is lost with the page
      }
      apply();
    },
  };
}

function stored(): 'light' | 'dark' | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}
