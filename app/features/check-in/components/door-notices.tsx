import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { DoorConflict } from '#shared/contracts/door-setup.ts';
import { isPassage } from '#shared/rules/door-verdict.ts';
import type { DoorSession } from '../offline/door-session.ts';
import type { Disagreement } from '../offline/model.ts';
import type { LostAnswer, SessionView } from '../offline/session-view.ts';
import { previousText } from '../verdict-texts.ts';

/** Most conflicts that are shown at once; the organiser sees all. */
const SHOWN = 3;

/** What staff have to know: scans on which the server sees it otherwise, and guests who were let in twice. */
export function DoorNotices(props: { session: DoorSession; view: SessionView; timeZone: string }) {
	const { session, view, timeZone } = props;
	const seen = new Set(view.disagreements.map(({ nonce }) => nonce));
	const conflicts = view.conflicts.filter(
		({ settledAt, admitted }) => settledAt === null && !(admitted.nonce && seen.has(admitted.nonce)),
	);
	const { lostAnswers } = view;
	if (view.disagreements.length + lostAnswers.length + conflicts.length === 0) return null;
	return (
		<div className="flex flex-col gap-2" data-testid="door-notices">
			{view.disagreements.map((one) => (
				<DisagreementNotice
					key={one.nonce}
					one={one}
					timeZone={timeZone}
					onSeen={() => session.dismiss(one.nonce)}
				/>
			))}
			{lostAnswers.map((one) => (
				<LostAnswerNotice key={one.nonce} one={one} onSeen={() => session.dismiss(one.nonce)} />
			))}
			{conflicts.slice(0, SHOWN).map((conflict) => (
				<ConflictNotice key={conflict.id} conflict={conflict} timeZone={timeZone} />
			))}
			{conflicts.length > SHOWN ? (
				<p className="text-sm text-muted">
					<Trans>And {conflicts.length - SHOWN} more. The organiser can see all of them.</Trans>
				</p>
			) : null}
		</div>
	);
}

function DisagreementNotice(props: { one: Disagreement; timeZone: string; onSeen: () => void }) {
	const { one, timeZone, onSeen } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const time = formats.time(one.scannedAt, timeZone);
	const since = previousText({ previous: one.previous, timeZone }, formats);
	const name = one.guestName || t`A guest`;
	const wasLetIn = isPassage(one.told);
	return (
		<Callout
			tone="warning"
			isUrgent
			title={wasLetIn ? t`${name} may have entered twice` : t`${name} can enter`}
			action={
				<Button size="sm" variant="outline" className="min-h-11" onClick={onSeen}>
					{t`Seen`}
				</Button>
			}
		>
			{!wasLetIn ? (
				<Trans>Refused here at {time}, but the ticket is valid.</Trans>
			) : since ? (
				<Trans>
					Checked in offline at {time}. Already checked in: {since}.
				</Trans>
			) : (
				<Trans>Checked in offline at {time}, but the ticket isn’t valid.</Trans>
			)}
		</Callout>
	);
}

function LostAnswerNotice({ one, onSeen }: { one: LostAnswer; onSeen: () => void }) {
	const { t } = useLingui();
	const name = one.guestName || t`A guest`;
	return (
		<Callout
			tone="warning"
			title={t`${name}’s answer wasn’t saved`}
			action={
				<Button size="sm" variant="outline" className="min-h-11" onClick={onSeen}>
					{t`Seen`}
				</Button>
			}
		>
			{one.problem}
		</Callout>
	);
}

function ConflictNotice({ conflict, timeZone }: { conflict: DoorConflict; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { guest, admitted, standing, kind } = conflict;
	const where = (at: string, device: string, gate: string | null) =>
		[formats.time(at, timeZone), gate ?? '', device].filter(Boolean).join(' · ');
	const name = guest?.guestName ?? t`An unknown ticket`;
	const here = where(admitted.at, admitted.device, admitted.gate);
	const there = standing ? where(standing.at, standing.device, standing.gate) : '';
	return (
		<Callout
			tone="warning"
			title={
				kind === 'double_admission' || kind === 'after_exit'
					? t`${name} was checked in twice`
					: t`${name} was checked in without a valid ticket`
			}
		>
			{there ? (
				<Trans>
					{there}, and again {here}.
				</Trans>
			) : (
				here
			)}
		</Callout>
	);
}
