import {
	createContext,
	type ReactNode,
	use,
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react';
import { noteUnsaved, readUnsaved } from '#app/features/events/unsaved-fields.ts';
import { currentSession } from '#app/lib/session.ts';
import { isSame, type Section } from '#app/lib/use-section.ts';
import { useAfterTyping } from './use-after-typing.ts';

/** Longer than the update of the cache, shorter than anybody notices. */
const SETTLE_MS = 50;

/** An incomplete one is wrong or harmful: an address is reserved, a password replaces the one before. Saved once the field is left. */
export const wholeFields: ReadonlySet<string> = new Set([
	'slug',
	'password',
	'externalUrl',
	'onlineUrl',
	'point',
]);

export type SavingState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'conflict';

interface Autosave {
	event: string;
	/** Notes how a section is, and how to save it; null when it is gone. */
	put(name: string, section: Section<never> | null): void;
	/** Saves a section unless a save is running: each moves the version that the next one is written over. False: one is running. */
	begin(name: string): boolean;
	/** Saves a section once the running save is done; false when it could not be saved. */
	saveNow(name: string): Promise<boolean>;
}

const AutosaveContext = createContext<Autosave | null>(null);
const StateContext = createContext<{
	states: Readonly<Record<string, SavingState>>;
	/** Saves everything now; false when something could not be saved. */
	saveAll: () => Promise<boolean>;
	/** Forgets what was typed and is not saved. */
	resetAll: () => void;
}>({ states: {}, saveAll: async () => true, resetAll: () => {} });

export const useSavingState = () => use(StateContext);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function stateOf(section: Section<never>): SavingState {
	if (section.isSaving) return 'saving';
	if (section.isConflict) return 'conflict';
	if (section.isOffline) return 'offline';
	if (section.errors.length > 0) return 'refused';
	return section.isDirty ? 'waiting' : 'saved';
}

/** Sections inside save themselves after typing; what a published event holds back waits (held-changes.tsx). */
export function AutosaveProvider({ event, children }: { event: string; children: ReactNode }) {
	const [states, setStates] = useState<Readonly<Record<string, SavingState>>>({});
	const sections = useRef(new Map<string, Section<never>>());
	const isRunning = useRef(false);
	const autosave = useMemo<Autosave>(() => {
		const find = (name: string) => sections.current.get(name);
		const autosave: Autosave = {
			event,
			put(name, section) {
				if (section) sections.current.set(name, section);
				else sections.current.delete(name);
				const state = section ? stateOf(section) : 'saved';
				setStates((before) => (before[name] === state ? before : { ...before, [name]: state }));
			},
			begin(name) {
				const section = find(name);
				if (isRunning.current || !section || section.isSaving) return false;
				isRunning.current = true;
				void section
					.save()
					.then(() => pause(SETTLE_MS))
					.finally(() => {
						isRunning.current = false;
					});
				return true;
			},
			async saveNow(name) {
				while (find(name)?.isDirty && !autosave.begin(name)) await pause(SETTLE_MS);
				while (isRunning.current) await pause(SETTLE_MS);
				return !find(name)?.isDirty;
			},
		};
		return autosave;
	}, [event]);
	const saving = useMemo(
		() => ({
			states,
			async saveAll() {
				for (const name of [...sections.current.keys()]) {
					if (!(await autosave.saveNow(name))) return false;
				}
				return true;
			},
			resetAll() {
				for (const section of sections.current.values()) section.reset();
			},
		}),
		[states, autosave],
	);
	return (
		<AutosaveContext value={autosave}>
			<StateContext value={saving}>{children}</StateContext>
		</AutosaveContext>
	);
}

/** Whether the focus is in a value that may be incomplete: a segment of a date, or half of an address. */
function isHalfTyped(): boolean {
	const field = document.activeElement;
	if (field?.getAttribute('role') === 'spinbutton') return true;
	return wholeFields.has(field?.getAttribute('name') ?? '');
}

/**
 * Saves a section after its last key, where an `AutosaveProvider` is above it. Until it is saved, what was typed is stored on this
 * device, and comes back with the page.
 * @returns the section, which then saves itself
 */
export function useAutosave<V extends object>(section: Section<V>, saved: V): Section<V> {
	const autosave = use(AutosaveContext);
	const names = Object.keys(saved) as (keyof V & string)[];
	const [name = ''] = names;
	const changed = Object.fromEntries(
		names.filter((one) => !isSame(section.values[one], saved[one])).map((one) => [one, section.values[one]]),
	);
	const typed = JSON.stringify(changed);
	/** Names of the fields that this page stores on the device; another tab may store others. */
	const stored = useRef<string[]>([]);
	const newest = useRef(changed);
	const waiting = useRef<object>(section.held);

	const restore = useRef(section.set);
	const fieldNames = names.join();
	// Before anything can be typed over it.
	useLayoutEffect(() => {
		if (!autosave) return;
		const known = fieldNames.split(',');
		const unsaved = Object.entries(readUnsaved(autosave.event)).filter(([one]) => known.includes(one));
		if (unsaved.length > 0) restore.current(Object.fromEntries(unsaved) as Partial<V>);
	}, [autosave, fieldNames]);
	useEffect(() => {
		if (!autosave) return;
		return () => {
			autosave.put(name, null);
			// Leaving by a link was confirmed as a loss. After the end of a session the page is opened again, with what was typed.
			// What waits to be published stays, and is in its fields again when the page is opened.
			if (currentSession().status === 'user')
				noteUnsaved(autosave.event, { ...waiting.current }, stored.current);
		};
	}, [autosave, name]);

	useLayoutEffect(() => {
		newest.current = changed;
		waiting.current = section.held;
		autosave?.put(name, section as unknown as Section<never>);
	});
	useEffect(() => {
		if (!autosave) return;
		noteUnsaved(autosave.event, newest.current, stored.current);
		stored.current = Object.keys(newest.current);
	}, [autosave, typed]);

	useAfterTyping({
		typed,
		mayTry: autosave !== null && section.isDirty && !section.isSaving && !section.isConflict,
		isOffline: section.isOffline,
		attempt: () => !isHalfTyped() && (autosave?.begin(name) ?? false),
	});
	if (!autosave) return section;
	return {
		...section,
		isAutosaved: true,
		save: async () => {
			await autosave.saveNow(name);
		},
	};
}
