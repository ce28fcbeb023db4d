import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
	changedFields,
	changedOffer,
	continued,
	type DraftHistory,
	newHistory,
	noted,
	steppedBack,
} from '#app/features/events/draft-history.ts';
import {
	blankDraft,
	type EventDraft,
	forgetDraft,
	isWorthStoring,
	storeDraft,
} from '#app/features/events/stored-draft.ts';
import { useFormats } from '#app/lib/format.ts';
import { fieldLabels } from '../edit/field-labels.ts';
import type { Draft } from './use-draft.ts';

const loadPictures = () => import('#app/features/events/draft-picture.ts');

/** Fields of a draft that the history of an event has under another name. */
const columns: Partial<Record<keyof EventDraft, string>> = {
	startsAtLocal: 'startsAt',
	endsAtLocal: 'endsAt',
	picture: 'coverFile',
};

/**
 * Takes what was typed into a draft of this browser back, step by step. It is remembered while the page is open.
 * @param hasTyped whether somebody has typed: what was there before comes from a link or from this browser
 */
export function useDraftHistory({ draft, hasTyped, untyped, setDraft }: Draft) {
	const { t } = useLingui();
	const nameOf = useStepName();
	const [history, setHistory] = useState<DraftHistory>(() => newHistory(blankDraft));
	/** What was undone last, and how many steps were. */
	const [undone, setUndone] = useState({ name: '', draft, count: 0 });
	const restorePicture = useFormerPictures(history);

	useLayoutEffect(() => {
		const at = Date.now();
		const start = untyped.current;
		setHistory((remembered) => {
			const before = continued(remembered, draft, start);
			// Who leaves the template of a link has pressed a button, and typed nothing.
			const hasLeft = before.current.template !== '' && draft.template === '';
			return noted(before, draft, at, hasTyped || hasLeft);
		});
	}, [draft, hasTyped, untyped]);

	async function undo() {
		const back = steppedBack(history);
		if (!back) return;
		const current = await restorePicture(back.current, history.current);
		setHistory({ ...back, current });
		setUndone(({ count }) => ({
			name: nameOf(history.current, current),
			draft: current,
			count: count + 1,
		}));
		setDraft(current);
		if (isWorthStoring(current)) storeDraft(current);
		else forgetDraft();
	}
	const isSaid = undone.name !== '' && changedFields(undone.draft, draft).length === 0;
	return {
		canUndo: history.past.length > 0,
		undo,
		// The same words twice in a row are read out once: the blank makes them others.
		said: isSaid ? t`Undone: ${undone.name}` + (undone.count % 2 ? '' : '\u00a0') : '',
	};
}

/** The browser has room for one picture of a draft: those of former states are remembered by this page. */
function useFormerPictures({ current, past }: DraftHistory) {
	const files = useRef(new Map<string, File>());
	const names = [...new Set([...past, current].map(({ picture }) => picture))].filter(Boolean).join();
	useEffect(() => {
		const known = names === '' ? [] : names.split(',');
		for (const name of files.current.keys()) if (!known.includes(name)) files.current.delete(name);
		if (current.picture === '' || files.current.has(current.picture)) return;
		void loadPictures()
			.then(({ readPicture }) => readPicture(current.picture))
			.then((file) => file && files.current.set(current.picture, file));
	}, [names, current.picture]);

	/** Puts the picture of a former state in its place. @returns that state; with the picture of the present one where its own is lost */
	return async (former: EventDraft, present: EventDraft): Promise<EventDraft> => {
		if (former.picture === present.picture) return former;
		const { forgetPicture, storePicture } = await loadPictures();
		if (former.picture === '') {
			await forgetPicture();
			return former;
		}
		const file = files.current.get(former.picture);
		if (file && (await storePicture(former.picture, file))) return former;
		return { ...former, picture: present.picture, coverAlt: present.coverAlt };
	};
}

/** A short summary of the differences between two states of a draft. */
function useStepName() {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return (before: EventDraft, after: EventDraft): string => {
		const changed = changedFields(before, after);
		// What comes with a template, or with a price, is no change by itself.
		if (changed.includes('template')) return t`Template`;
		if (changed.includes('offer')) {
			const offer = changedOffer(before, after);
			const parts = [
				[t`Tickets`, offer.tickets],
				[t`Shared capacity`, offer.pools],
				[t`Questions`, offer.questions],
			] as const;
			const named = parts.filter(([, part]) => part.isChanged).slice(0, 1);
			const texts = named.map(([what, { names }]) => {
				const subject = names.length === 1 ? names[0] : undefined;
				return subject ? t`${what} (${subject})` : what;
			});
			return texts[0] ?? t`Tickets and questions`;
		}
		const texts = changed.map((name) => {
			if (name === 'repeat') return t`Repeats`;
			const label = fieldLabels[columns[name] ?? name];
			return label ? i18n._(label) : name;
		});
		return formats.list([...new Set(texts)]);
	};
}
