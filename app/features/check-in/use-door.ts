import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { toast } from '#app/ui/toast-store.ts';
import type { DoorDirection } from '#shared/rules/door-log.ts';
import { type DoorAccess, doorKey } from './api.ts';
import { type DoorVerdict, faultOf, verdictOf } from './door-verdict.ts';
import type { DoorSession } from './offline/door-session.ts';
import { isCountedAt } from './offline/local-verdict.ts';
import type { Attempt, DoorPerson, Outcome } from './offline/model.ts';
import { UNDO_SECONDS } from './undo-seconds.ts';
import { useAsking } from './use-asking.ts';

/** Section 9 of the specification. */
export const SUCCESS_MS = 2_000;

export const ERROR_MS = 3_000;

export const HIGHLIGHT_MS = 3_000;

/** How long the last check-in can be taken back with one tap. */
const UNDO_MS = UNDO_SECONDS * 1_000;

/** How long the others of a party can be let in after one of them was. */
const PARTY_MS = 30_000;

interface LastCheckIn {
	guestId: string;
	guestName: string;
	nonce: string;
}

/**
 * The door's work: one check-in at a time (what is scanned meanwhile is ignored), the verdict for 2 or 3 s, the highlighted
 * row for 3 s, fresh data after each success, one tap to take the last one back.
 */
export function useDoor(
	access: DoorAccess,
	session: DoorSession,
	timeZone: string,
	onVerdict: (kind: DoorVerdict['kind']) => void,
) {
	const queries = useQueryClient();
	const { i18n } = useLingui();
	const formats = useFormats();
	const [isPending, setPending] = useState(false);
	const [direction, setDirection] = useState<DoorDirection>('in');
	const [highlightedId, setHighlightedId] = useState<string | null>(null);
	const isBusy = useRef(false);
	const timers = useTimers();
	const { later } = timers;
	const asking = useAsking(session);
	const { ask, askAgain, leave, forget } = asking;
	const refresh = useCallback(
		() => void queries.invalidateQueries({ queryKey: doorKey(access) }),
		[queries, access],
	);
	const { verdict, show, dismiss } = useShownVerdict(timers, onVerdict);
	const { undoable, offerUndo, undo } = useUndo(session, timers, {
		before: useCallback(
			(guestId: string) => {
				dismiss();
				forget(guestId);
			},
			[dismiss, forget],
		),
		after: refresh,
	});
	const { party, isChoosing, setChoosing, offerParty, admitParty } = useParty(
		session,
		timers,
		useCallback(
			(admittedIds: string[], isWhole: boolean) => {
				ask(admittedIds);
				onVerdict(isWhole ? 'success' : 'duplicate');
				refresh();
			},
			[ask, onVerdict, refresh],
		),
	);

	const afterEntry = useCallback(
		({ guest, nonce }: Outcome) => {
			if (!guest) return;
			setHighlightedId(guest.id);
			later('highlight', HIGHLIGHT_MS, () => setHighlightedId(null));
			ask([guest.id]);
			offerUndo({ guestId: guest.id, guestName: guest.guestName, nonce });
			offerParty(guest.id);
			refresh();
		},
		[later, ask, offerUndo, offerParty, refresh],
	);

	const run = useCallback(
		async (attempt: Attempt, isManual: boolean) => {
			if (isBusy.current) return;
			isBusy.current = true;
			// Whoever is next goes first: what was not answered or chosen is left for another time.
			leave();
			setChoosing(false);
			setPending(true);
			try {
				const outcome = await session.attempt(attempt);
				const { list, book } = session.getView();
				const known = outcome.guest && book.get(outcome.guest.id, list?.id ?? '');
				const about = { timeZone, opensAt: list?.opensAt ?? null, details: known?.details ?? [] };
				show(verdictOf(outcome, about, i18n, formats), isManual);
				if (outcome.verdict === 'accepted') afterEntry(outcome);
				else if (outcome.verdict === 'already_checked_in' && outcome.guest) askAgain(outcome.guest.id);
			} catch (error) {
				show(faultOf(error, i18n), isManual);
			} finally {
				isBusy.current = false;
				setPending(false);
			}
		},
		[session, show, afterEntry, askAgain, leave, setChoosing, timeZone, i18n, formats],
	);

	const scan = useCallback(
		(text: string) => void run({ kind: 'scan', text, direction }, false),
		[run, direction],
	);
	const checkIn = useCallback(
		(guestId: string) => void run({ kind: 'manual', guestId, direction: 'in' }, true),
		[run],
	);

	return {
		verdict,
		isPending,
		direction,
		setDirection,
		highlightedId,
		undoable,
		party,
		/** Whether it is being chosen who of the party goes in. */
		isChoosing,
		setChoosing,
		/** The sheet with a question waits until the verdict was seen. */
		asking: verdict || isPending ? { ...asking, current: null } : asking,
		scan,
		checkIn,
		undo,
		admitParty,
		dismiss,
	};
}

export type Door = ReturnType<typeof useDoor>;

/** The verdict on the screen until its time is over, with its toast. */
function useShownVerdict({ later, cancel }: Timers, onVerdict: (kind: DoorVerdict['kind']) => void) {
	const { t } = useLingui();
	const [verdict, setVerdict] = useState<DoorVerdict | null>(null);
	const show = useCallback(
		(next: DoorVerdict, isManual: boolean) => {
			const isSuccess = next.kind === 'success';
			setVerdict(next);
			later('verdict', isSuccess ? SUCCESS_MS : ERROR_MS, () => setVerdict(null));
			onVerdict(next.kind);
			if (next.verdict === 'left') toast({ description: next.message, variant: 'success' });
			else if (isSuccess) {
				toast({
					title: isManual ? t`Manual Check-in Successful!` : t`Check-in Successful!`,
					description: next.message,
					variant: 'success',
				});
			} else {
				toast({
					title: next.verdict === null ? t`Check-in Error` : t`Check-in Failed`,
					description: next.message,
					variant: 'destructive',
				});
			}
		},
		[later, onVerdict, t],
	);
	const dismiss = useCallback(() => {
		cancel('verdict');
		setVerdict(null);
	}, [cancel]);
	return { verdict, show, dismiss };
}

/** Undoing a check-in; the last one is offered for 10 s. */
function useUndo(
	session: DoorSession,
	{ later }: Timers,
	{ before, after }: { before: (guestId: string) => void; after: () => void },
) {
	const { i18n, t } = useLingui();
	const [undoable, setUndoable] = useState<LastCheckIn | null>(null);
	const offerUndo = useCallback(
		(last: LastCheckIn) => {
			setUndoable(last);
			later('undo', UNDO_MS, () => setUndoable(null));
		},
		[later],
	);
	const undo = useCallback(
		async ({ guestId, nonce }: { guestId: string; nonce: string | null }, reason = '') => {
			setUndoable(null);
			before(guestId);
			try {
				const { message, guest } = await session.attempt({ kind: 'undo', guestId, target: nonce, reason });
				const name = guest?.guestName ?? '';
				toast({ description: message ?? t`${name}’s check-in was undone.` });
				after();
			} catch (error) {
				toast({
					title: t`Check-in Error`,
					description: faultOf(error, i18n).message,
					variant: 'destructive',
				});
			}
		},
		[session, before, after, i18n, t],
	);
	return { undoable, offerUndo, undo };
}

/** The others of a party, who can be let in together for 30 s after one of them was; as long as it takes while they are chosen. */
function useParty(
	session: DoorSession,
	{ later, cancel }: Timers,
	onAdmitted: (ids: string[], isWhole: boolean) => void,
) {
	const { t } = useLingui();
	const [party, setParty] = useState<DoorPerson[]>([]);
	const [isChoosing, setChoosingState] = useState(false);
	const choosing = useRef(false);
	const leaveLater = useCallback(() => later('party', PARTY_MS, () => setParty([])), [later]);
	const setChoosing = useCallback(
		(isOpen: boolean) => {
			if (isOpen === choosing.current) return;
			choosing.current = isOpen;
			setChoosingState(isOpen);
			if (isOpen) cancel('party');
			else leaveLater();
		},
		[cancel, leaveLater],
	);
	const offerParty = useCallback(
		(guestId: string) => {
			const { book, list, setup } = session.getView();
			const others = book
				.partyOf(guestId, list?.id ?? '')
				.filter((other) => !list || isCountedAt(list, other));
			if (setup?.link.abilities.includes('manual_check_in')) setParty(others);
			leaveLater();
		},
		[session, leaveLater],
	);
	/** Lets some of the others of the party in; the rest stays out. */
	const admitParty = useCallback(
		async (guests: readonly DoorPerson[]) => {
			setParty([]);
			setChoosing(false);
			cancel('party');
			const outcomes = await Promise.allSettled(
				await session.attemptAll(guests.map(({ id }) => ({ kind: 'manual', guestId: id }))),
			);
			const passed = outcomes.flatMap((one) =>
				one.status === 'fulfilled' && one.value.verdict === 'accepted' ? (one.value.guest?.id ?? []) : [],
			);
			const admitted = passed.length;
			const total = guests.length;
			onAdmitted(passed, admitted === total);
			toast({
				title: t`Check-in Successful!`,
				description: t`${admitted} of ${total} more in the group checked in.`,
				variant: admitted === total ? 'success' : 'warning',
			});
		},
		[session, setChoosing, cancel, onAdmitted, t],
	);
	return { party, isChoosing, setChoosing, offerParty, admitParty };
}

type Timers = ReturnType<typeof useTimers>;

/** Named timers that end with the page; a new one of a name takes the place of the one before. */
function useTimers() {
	const running = useRef<Record<string, ReturnType<typeof setTimeout>>>({});
	useEffect(() => {
		const timers = running.current;
		return () => {
			for (const timer of Object.values(timers)) clearTimeout(timer);
		};
	}, []);
	const cancel = useCallback((name: string) => clearTimeout(running.current[name]), []);
	const later = useCallback((name: string, ms: number, act: () => void) => {
		clearTimeout(running.current[name]);
		running.current[name] = setTimeout(act, ms);
	}, []);
	return { later, cancel };
}
