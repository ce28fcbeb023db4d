import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/api-client.ts';
import { toast } from '#app/ui/toast-store.ts';
import type { CheckInAnswer, StaffEvent, Verdict } from '#shared/contracts/check-in.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type DoorAccess, doorKey, withCheckIn } from './api.ts';

/** Section 9 of the specification. */
export const SUCCESS_MS = 2_000;
export const ERROR_MS = 3_000;
export const HIGHLIGHT_MS = 3_000;
/** How long the last check-in can be taken back with one tap. */
const UNDO_MS = 10_000;
/** A call that the network lost is sent once more with the same nonce: it counts once, whatever became of the first. */
const RETRY_AFTER_MS = 600;

/** What the door says about the last code or tap. */
export interface DoorVerdict {
	kind: 'success' | 'duplicate' | 'error';
	verdict: Verdict | null;
	message: string;
	guestName: string;
	ticketTypeName: string;
}

interface Refusal {
	verdict?: Verdict;
	guest?: { guestName: string; ticketTypeName: string } | null;
}

const isLost = (error: unknown) => error instanceof AppError && error.code.startsWith('NETWORK_');

async function sendTwice(send: () => Promise<CheckInAnswer>): Promise<CheckInAnswer> {
	try {
		return await send();
	} catch (error) {
		if (!isLost(error) || !navigator.onLine) throw error;
		await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
		return send();
	}
}

function refusalOf(error: unknown, i18n: I18n): DoorVerdict {
	const metadata: Refusal = error instanceof AppError ? error.metadata : {};
	const message =
		error instanceof AppError && !isLost(error) ? error.message : i18n._(msg`Network error occurred`);
	return {
		kind: metadata.verdict === 'already_checked_in' ? 'duplicate' : 'error',
		verdict: metadata.verdict ?? null,
		message,
		guestName: metadata.guest?.guestName ?? '',
		ticketTypeName: metadata.guest?.ticketTypeName ?? '',
	};
}

/**
 * The door's work: one check-in at a time (what is scanned meanwhile is ignored), the verdict for 2 or 3 s, the highlighted
 * row for 3 s, fresh data after each success, one tap to take the last one back.
 */
export function useDoor(access: DoorAccess, onVerdict: (kind: DoorVerdict['kind']) => void) {
	const queries = useQueryClient();
	const { i18n, t } = useLingui();
	const [verdict, setVerdict] = useState<DoorVerdict | null>(null);
	const [isPending, setPending] = useState(false);
	const [highlightedId, setHighlightedId] = useState<string | null>(null);
	const [undoable, setUndoable] = useState<{ guestId: string; guestName: string } | null>(null);
	const isBusy = useRef(false);
	const timers = useRef<Record<string, ReturnType<typeof setTimeout>>>({});

	const later = useCallback((name: string, ms: number, run: () => void) => {
		clearTimeout(timers.current[name]);
		timers.current[name] = setTimeout(run, ms);
	}, []);
	useEffect(() => {
		const running = timers.current;
		return () => {
			for (const timer of Object.values(running)) clearTimeout(timer);
		};
	}, []);

	const accept = useCallback(
		(answer: CheckInAnswer, isManual: boolean) => {
			const { guest } = answer;
			setVerdict({
				kind: 'success',
				verdict: 'accepted',
				message: answer.message,
				guestName: guest?.guestName ?? '',
				ticketTypeName: guest?.ticketTypeName ?? '',
			});
			later('verdict', SUCCESS_MS, () => setVerdict(null));
			toast({
				title: isManual ? t`Manual Check-in Successful!` : t`Check-in Successful!`,
				description: answer.message,
				variant: 'success',
			});
			onVerdict('success');
			if (!guest) return;
			setHighlightedId(guest.id);
			later('highlight', HIGHLIGHT_MS, () => setHighlightedId(null));
			setUndoable({ guestId: guest.id, guestName: guest.guestName });
			later('undo', UNDO_MS, () => setUndoable(null));
			queries.setQueryData<StaffEvent>(doorKey(access), (event) =>
				event ? { ...withCheckIn(event, guest.id, new Date().toISOString()), stats: answer.stats } : event,
			);
			void queries.invalidateQueries({ queryKey: doorKey(access) });
		},
		[queries, access, later, onVerdict, t],
	);

	const run = useCallback(
		async (send: (nonce: string) => Promise<CheckInAnswer>, isManual: boolean) => {
			if (isBusy.current) return;
			isBusy.current = true;
			setPending(true);
			const nonce = newIdempotencyKey();
			try {
				accept(await sendTwice(() => send(nonce)), isManual);
			} catch (error) {
				const refusal = refusalOf(error, i18n);
				setVerdict(refusal);
				later('verdict', ERROR_MS, () => setVerdict(null));
				toast({
					title: isLost(error) ? t`Check-in Error` : t`Check-in Failed`,
					description: refusal.message,
					variant: 'destructive',
				});
				onVerdict(refusal.kind);
			} finally {
				isBusy.current = false;
				setPending(false);
			}
		},
		[accept, later, onVerdict, i18n, t],
	);

	const scan = useCallback(
		(text: string) => void run((nonce) => access.scan(text, nonce), false),
		[run, access],
	);
	const checkIn = useCallback(
		(guestId: string) => void run((nonce) => access.checkIn(guestId, nonce), true),
		[run, access],
	);
	const undo = useCallback(async () => {
		if (!undoable) return;
		setUndoable(null);
		try {
			const answer = await access.undo(undoable.guestId);
			queries.setQueryData<StaffEvent>(doorKey(access), (event) =>
				event ? { ...withCheckIn(event, undoable.guestId, null), stats: answer.stats } : event,
			);
			toast({ description: answer.message });
		} catch (error) {
			toast({
				title: t`Check-in Error`,
				description: refusalOf(error, i18n).message,
				variant: 'destructive',
			});
		}
	}, [queries, access, undoable, i18n, t]);

	return { verdict, isPending, highlightedId, undoable, scan, checkIn, undo };
}

export type Door = ReturnType<typeof useDoor>;
