import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatestChanges, useNotifyNow, useUndo } from '#app/features/events/changes-api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { UNDO_MINUTES } from '#shared/rules/periods.ts';
import { UndoButton } from '../undo-button.tsx';
import { useHeldCount } from './held-changes.tsx';
import { isSavedAsTyped } from './saved-as-typed.ts';

const UNDO_MS = UNDO_MINUTES * 60_000;
/** While the worker takes up a change whose emails are due. */
const SENDING_REFETCH_MS = 2_000;

/** The newest change while it is young: Undo, and when guests are notified of it. It lies over the end of the page, so nothing moves. */
export function ChangesBar({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? event.timeZone;
	const attempt = useAttempt();
	const mailNote = useMailNote(event);
	const [isSending, setIsSending] = useState(false);
	const { data, refetch, dataUpdatedAt } = useLatestChanges(
		event.id,
		isSending ? SENDING_REFETCH_MS : undefined,
	);
	const undo = useUndo(event.id);
	const notifyNow = useNotifyNow(event.id);
	const [now, setNow] = useState(0);
	const set = data?.data.find((one) => !isQuiet(one));
	const isCovered = useHeldCount() > 0;
	const isWaiting = set?.notify === true && set.notifiedAt === null && set.state === 'applied';
	const endsAt = set ? Date.parse(set.createdAt) + UNDO_MS : 0;
	useEffect(() => {
		setNow(Date.now());
		const left = endsAt - Date.now();
		if (left <= 0 || dataUpdatedAt === 0) return;
		// The server's clock may be a little behind ours.
		const timer = setTimeout(() => {
			setNow(Date.now());
			void refetch();
		}, left + 3_000);
		return () => clearTimeout(timer);
	}, [endsAt, dataUpdatedAt, refetch]);
	// By its own time, or because somebody pressed, whose clock may be behind the server's.
	const isDue =
		isWaiting && (notifyNow.data?.id === set.id || (now > 0 && now >= Date.parse(set.notifyAt ?? '')));
	useEffect(() => setIsSending(isDue), [isDue]);
	const status = useRef<HTMLParagraphElement>(null);
	const isPressed = useRef(false);
	const canEmailNow = isWaiting && !isDue;
	// The commit that removes the pressed button moves its focus, also when the emails were sent before the answer was read.
	useLayoutEffect(() => {
		if (!canEmailNow && isPressed.current) status.current?.focus();
		isPressed.current = false;
	}, [canEmailNow]);
	async function emailNow(id: string) {
		isPressed.current = true;
		if (!(await attempt(notifyNow.mutateAsync(id), t`Guests are being emailed`))) isPressed.current = false;
	}
	const isYoung = now > 0 && now < endsAt;
	if (
		isCovered ||
		!set ||
		set.kind === 'undo' ||
		set.state !== 'applied' ||
		!(isWaiting || (isYoung && set.canUndo))
	)
		return null;
	return (
		<section
			aria-label={t`Latest change`}
			data-bottom-bar="low"
			className="floating sticky bottom-[calc(1rem+var(--bottom-bar,0px))] z-20 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-raised px-4 py-3 text-sm shadow-float"
		>
			<p ref={status} role="status" tabIndex={-1} className="min-w-0 flex-1 basis-52">
				{set.kind === 'cancel' ? (
					<Cancelled set={set} isDue={isDue} isMailed={mailNote === null} zone={zone} />
				) : mailNote && set.guests > 0 && isWaiting ? (
					<Trans>Changed. {mailNote}</Trans>
				) : isDue ? (
					<Plural
						value={set.guests}
						one="Changed. # guest is being emailed."
						other="Changed. # guests are being emailed."
					/>
				) : isWaiting && set.notifyAt ? (
					<Plural
						value={set.guests}
						one={`Changed. # guest is emailed at ${formats.time(set.notifyAt, zone)}.`}
						other={`Changed. # guests are emailed at ${formats.time(set.notifyAt, zone)}.`}
					/>
				) : (
					<Trans>Changed.</Trans>
				)}
			</p>
			<div className="flex gap-2">
				<UndoButton change={set} undo={undo} />
				{canEmailNow && set.guests > 0 && !mailNote ? (
					<Button size="sm" isLoading={notifyNow.isPending} onClick={() => void emailNow(set.id)}>
						{t`Email them now`}
					</Button>
				) : null}
			</div>
		</section>
	);
}

/** What saves itself while somebody types needs no word; the history has its Undo. */
const isQuiet = ({ kind, changes }: ChangeSet) =>
	kind === 'edit' &&
	changes.length > 0 &&
	changes.every(({ path }) => path.startsWith('event.') && isSavedAsTyped(path.slice('event.'.length)));

/** That an event was cancelled, and until when it can be restored. */
function Cancelled(props: { set: ChangeSet; isDue: boolean; isMailed: boolean; zone: string }) {
	const { set, isDue, isMailed, zone } = props;
	const formats = useFormats();
	const until = set.notifyAt === null ? '' : formats.time(set.notifyAt, zone);
	if (isDue) return <Trans>Event cancelled.</Trans>;
	if (set.guests === 0 || !isMailed) return <Trans>Event cancelled. You can undo it until {until}.</Trans>;
	return (
		<Plural
			value={set.guests}
			one={`Event cancelled. # guest is emailed at ${until}.`}
			other={`Event cancelled. # guests are emailed at ${until}.`}
		/>
	);
}
