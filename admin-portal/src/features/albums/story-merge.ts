import { isEqual, type Merged, mergeFields, mergeList, translatedFields } from '../../app/merge-fields';
import {
  type DraftEntry,
  type DraftSection,
  SECTION_TEXTS,
  STORY_LABELS,
  STORY_TEXTS,
  type StoryDraft,
} from './story-draft';

const STORY_FIELDS = [
  ...Object.entries(STORY_LABELS).map(([path, label]) => ({ path, label })),
  ...translatedFields(STORY_TEXTS),
];
const SECTION_FIELDS = [
  ...SECTION_TEXTS.map(({ name, label }) => ({ path: name, label })),
  ...translatedFields(SECTION_TEXTS),
];

/** Returns entries by photo or film; the same one twice in a section has two ids. */
function entriesById(entries: readonly DraftEntry[]): Map<string, DraftEntry> {
  const byId = new Map<string, DraftEntry>();
  for (const entry of entries) {
    let id = entry.photoId ? `photo ${entry.photoId}` : `film ${entry.filmId}`;
    while (byId.has(id)) id += ' again';
    byId.set(id, entry);
  }
  return byId;
}
const idsOf = ({ entries }: DraftSection) => [...entriesById(entries).keys()];
const keysOf = ({ sections }: StoryDraft) => sections.map(({ key }) => key);
const contentOf = (section: DraftSection) =>
  JSON.stringify([section.title, section.text, section.translations, idsOf(section)]);

/** What makes two sections the same one, the surest first. The API has no ids of sections. */
const SIGNS: readonly ((section: DraftSection, index: number) => string)[] = [
  contentOf,
  ({ title, text }) => (title || text ? JSON.stringify([title, text]) : ''),
  ({ title }) => title,
  (section) => idsOf(section).join(),
  (_, index) => String(index),
];

/** Gives the sections of a story the keys that they had in an older version of it. */
export function withKeysOf(before: StoryDraft | undefined, story: StoryDraft): StoryDraft {
  if (!before) return story;
  const keys = new Map<DraftSection, string>();
  const isFree = ({ key }: DraftSection) => ![...keys.values()].includes(key);
  for (const signOf of SIGNS)
    story.sections.forEach((section, index) => {
      const sign = signOf(section, index);
      const isSame = (old: DraftSection, at: number) => isFree(old) && signOf(old, at) === sign;
      const found = keys.has(section) || sign === '' ? undefined : before.sections.find(isSame);
      if (found) keys.set(section, found.key);
    });
  return {
    ...story,
    sections: story.sections.map((section) => ({ ...section, key: keys.get(section) ?? section.key })),
  };
}

/** Merges one section; an entry that I moved to another section does not come back. */
function mergeSection(base: DraftSection, mine: DraftSection, theirs: DraftSection, moved: ReadonlySet<string>) {
  const { draft, taken } = mergeFields(SECTION_FIELDS, base, mine, theirs);
  const [own, other] = [entriesById(mine.entries), entriesById(theirs.entries)];
  const ids = mergeList({
    base: idsOf(base),
    mine: [...own.keys()],
    theirs: [...other.keys()].filter((id) => own.has(id) || !moved.has(id)),
  });
  const entries = ids.flatMap((id) => own.get(id) ?? other.get(id) ?? []);
  if (!isEqual(ids, idsOf(mine))) taken.push('Photos and films');
  const name = mine.title || theirs.title || 'a section without a title';
  return {
    section: { ...draft, entries, changedInEnglish: theirs.changedInEnglish },
    taken: taken.map((label) => `${label} of ${name}`),
  };
}

/** Returns the ids of entries that I put into a section where they were not. */
function movedByMe(base: StoryDraft, mine: StoryDraft): Set<string> {
  const before = new Map(base.sections.map((section) => [section.key, idsOf(section)]));
  return new Set(
    mine.sections.flatMap((section) => idsOf(section).filter((id) => !before.get(section.key)?.includes(id))),
  );
}

/** Merges a story with what someone else saved. The sections of all three have the same keys. */
export function mergeStory(base: StoryDraft, mine: StoryDraft, theirs: StoryDraft): Merged<StoryDraft> {
  const values = mergeFields(STORY_FIELDS, base.values, mine.values, theirs.values);
  const taken = [...values.taken];
  const [old, own, other] = [base, mine, theirs].map(
    ({ sections }) => new Map(sections.map((section) => [section.key, section])),
  ) as [Map<string, DraftSection>, Map<string, DraftSection>, Map<string, DraftSection>];
  const moved = movedByMe(base, mine);
  const isChanged = (key: string) => {
    const [was, now] = [old.get(key), own.get(key)];
    return Boolean(was && now) && contentOf(was as DraftSection) !== contentOf(now as DraftSection);
  };
  const keys = mergeList({ base: keysOf(base), mine: keysOf(mine), theirs: keysOf(theirs), isChanged });
  if (!isEqual(keys, keysOf(mine))) taken.push('Sections');
  const sections = keys.flatMap((key) => {
    const [was, now, next] = [old.get(key), own.get(key), other.get(key)];
    if (!was || !now || !next) return now ?? next ?? [];
    const merged = mergeSection(was, now, next, moved);
    taken.push(...merged.taken);
    return merged.section;
  });
  return { draft: { values: values.draft, sections }, taken };
}
