import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { invitationsAtOnce } from '#shared/contracts/team.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import type { InvitationBody } from '../api.ts';
import { RightsFields, useRights } from './rights-fields.tsx';

/** Invites people: their addresses, one role, its events, a note. */
export function InviteDialog(props: {
	organisation: string;
	giver: MemberRights;
	onInvite: (body: InvitationBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const rights = useRights({ role: 'event_manager', eventIds: null });
	const listed = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
	const form = useFormCall({
		labels: { emails: t`Emails`, reach: t`Events`, note: t`Message` },
		checks: {
			emails: (text) => {
				const count = listed(text).length;
				if (count === 0) return t`Enter at least one email.`;
				return count > invitationsAtOnce ? t`At most ${invitationsAtOnce} at once.` : undefined;
			},
			reach: () => (rights.isComplete ? undefined : t`Choose at least one event.`),
		},
		send: ({ emails = '', note = '' }) =>
			props.onInvite({ emails: listed(emails), role: rights.role, eventIds: rights.chosen, note }),
	});
	return (
		<Dialog
			isOpen
			size="lg"
			onClose={props.onClose}
			title={t`Invite people`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>{t`Cancel`}</Button>
					<Button type="submit" form="invite" isLoading={form.isPending}>{t`Send invitations`}</Button>
				</>
			}
		>
			<Form id="invite" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextArea
					label={t`Emails`}
					name="emails"
					hint={t`One per line, up to ${invitationsAtOnce}.`}
					error={form.errorOf('emails')}
					rows={3}
					dir="ltr"
					autoComplete="off"
					spellCheck={false}
					required
				/>
				<RightsFields
					organisation={props.organisation}
					giver={props.giver}
					rights={rights}
					reachError={form.errorOf('reach')}
				/>
				<TextArea
					label={t`Message`}
					name="note"
					isOptional
					maxLength={500}
					rows={2}
					error={form.errorOf('note')}
				/>
			</Form>
		</Dialog>
	);
}
