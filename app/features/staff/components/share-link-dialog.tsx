import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { refusedFields } from '#app/lib/form-errors.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { useStaffLinkActions } from '../api.ts';

/** Mails the way in to somebody. The PIN is sent by other means, so that the email alone opens nothing. */
export function ShareLinkDialog(props: { event: string; link: StaffLink; onClose: () => void }) {
	const { t } = useLingui();
	const { share } = useStaffLinkActions(props.event);
	const [email, setEmail] = useState('');
	const [note, setNote] = useState('');
	const { whole, errorOf } = refusedFields(share.error);

	function send(event: FormEvent) {
		event.preventDefault();
		share.mutate(
			{ staffLink: props.link.id, email, note },
			{
				onSuccess() {
					toast({ variant: 'success', title: t`Email sent` });
					props.onClose();
				},
			},
		);
	}

	return (
		<FormDialog
			form="share-link-form"
			onClose={props.onClose}
			title={t`Send ${props.link.label} by email`}
			{...(props.link.hasPin ? { description: t`The PIN isn’t in the email. Share it separately.` } : {})}
			isPending={share.isPending}
			label={t`Send`}
			onSubmit={send}
			error={whole}
		>
			<TextField
				label={t`Email`}
				type="email"
				autoComplete="email"
				value={email}
				onChange={(event) => setEmail(event.target.value)}
				error={errorOf('email')}
				required
			/>
			<TextArea
				label={t`Message`}
				isOptional
				value={note}
				onChange={(event) => setNote(event.target.value)}
				error={errorOf('note')}
				maxLength={500}
				rows={3}
			/>
		</FormDialog>
	);
}
