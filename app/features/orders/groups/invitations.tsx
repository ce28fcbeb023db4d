import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import type { Group } from '#shared/contracts/groups.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import { parsePeople } from './parse-people.ts';
import type { GroupActions } from './use-group.ts';

/** Inviting people by email, and who was invited. */
export function Invitations({ actions }: { actions: GroupActions }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { group, invite, remind } = actions;
	const input = useRef<HTMLTextAreaElement>(null);
	const keyOf = useKeyOf();
	const mailNote = useMailNote(group.event);
	const [wrong, setWrong] = useState<string | null>(null);
	const sending = useOrderAction(() => {
		if (input.current) input.current.value = '';
	});
	const reminding = useOrderAction(() => {});
	const { invitations, remindAfter } = group;
	const next = remindAfter ? formats.dateTime(remindAfter, group.event.timeZone) : '';
	const waiting = invitations.filter(({ state }) => state === 'sent');
	function submit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const { people, wrong: bad } = parsePeople(input.current?.value ?? '');
		const first = bad[0];
		const isMissing = people.length === 0;
		setWrong(
			first !== undefined
				? t`${first} isn’t an email address.`
				: isMissing
					? t`Please enter at least one email address.`
					: null,
		);
		if (first !== undefined || isMissing) return input.current?.focus();
		void sending.act(() => invite(people, keyOf(people)), t`Invitations sent`);
	}
	return (
		<section aria-labelledby="invitations" className="flex flex-col gap-4">
			<h2 id="invitations" className="text-xl font-semibold">
				<Trans>Invite by email</Trans>
			</h2>
			{group.isClaimable ? (
				<form noValidate onSubmit={submit} className="needs-script flex flex-col gap-3">
					<TextArea
						ref={input}
						label={t`Email addresses`}
						hint={
							mailNote ??
							t`One per line. Each person gets a link of their own. It holds no spot: first come, first served.`
						}
						name="people"
						rows={3}
						autoComplete="off"
						spellCheck={false}
						error={wrong ?? undefined}
					/>
					<Problem>{sending.error}</Problem>
					<div>
						<Button type="submit" variant="outline" isLoading={sending.isPending}>
							{t`Send invitations`}
						</Button>
					</div>
				</form>
			) : null}
			{invitations.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>You haven’t invited anyone by email yet.</Trans>
				</p>
			) : (
				<ul className="flex flex-col divide-y divide-hairline rounded-lg border border-hairline">
					{invitations.map((invitation) => (
						<Invitation key={invitation.id} {...{ invitation, actions }} />
					))}
				</ul>
			)}
			{waiting.length > 0 && group.isClaimable ? (
				<div className="needs-script flex flex-wrap items-center gap-3">
					<Button
						variant="outline"
						isLoading={reminding.isPending}
						isDisabled={remindAfter !== null}
						aria-describedby={remindAfter ? 'remind-after' : undefined}
						onClick={() => void reminding.act(remind, t`Reminders sent`)}
					>
						{t`Remind all`}
					</Button>
					{remindAfter ? (
						<p id="remind-after" className="text-sm text-muted">
							<Trans>You can send the next reminder after {next}.</Trans>
						</p>
					) : null}
					<Problem>{reminding.error}</Problem>
				</div>
			) : null}
		</section>
	);
}

function Invitation(props: { invitation: Group['invitations'][number]; actions: GroupActions }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { invitation, actions } = props;
	const { isPending, error, act } = useOrderAction(() => {});
	const { name, email, state } = invitation;
	const sent = formats.dateTime(invitation.sentAt, actions.group.event.timeZone);
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
			<div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
				<p dir="auto">{name || email}</p>
				{name ? (
					<p className="text-sm text-muted" dir="auto">
						{email}
					</p>
				) : null}
				<p className="text-sm text-muted">
					{state === 'claimed' ? (
						<Trans>Claimed a spot</Trans>
					) : state === 'cancelled' ? (
						<Trans>Cancelled</Trans>
					) : (
						<Trans>Invited {sent}</Trans>
					)}
				</p>
				<Problem>{error}</Problem>
			</div>
			{state === 'sent' ? (
				<Button
					variant="ghost"
					size="sm"
					className="needs-script"
					aria-label={t`Cancel the invitation of ${name || email}`}
					isLoading={isPending}
					onClick={() => void act(() => actions.cancelInvitation(invitation.id), t`Invitation cancelled`)}
				>
					{t`Cancel`}
				</Button>
			) : null}
		</li>
	);
}
