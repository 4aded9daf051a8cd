const LABELS = {
  en: { one: 'Notification', all: 'Notifications', dismiss: 'Dismiss' },
  mr: { one: 'सूचना', all: 'सूचना', dismiss: 'बंद करा' },
  hi: { one: 'सूचना', all: 'सूचनाएँ', dismiss: 'बंद करें' },
};

/** Returns the shell's own words around toasts, in the language of the document (LANG-8). */
export const toastLabels = (language = document.documentElement.lang) =>
  LABELS[language.slice(0, 2) as keyof typeof LABELS] ?? LABELS.en;
