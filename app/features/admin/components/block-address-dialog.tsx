import { useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useAddSuppression } from '../api.ts';

/** Blocks an address by hand. What was typed stays until it is blocked. */
export function BlockAddressDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const add = useAddSuppression();

	async function submit(event: FormEvent<HTMLFormElement>) {
		const form = new FormData(event.currentTarget);
		try {
			await add.mutateAsync({ email: String(form.get('email')), detail: String(form.get('detail')) });
			onClose();
		} catch {
			// Shown above the form.
		}
	}

	return (
		<FormDialog
			form="block-address"
			onClose={onClose}
			isPending={add.isPending}
			label={t`Block`}
			closeLabel={t`Cancel`}
			isOpen={isOpen}
			title={t`Block an address`}
			description={t`It gets no messages, reminders or news of any organisation.`}
			error={add.error}
			isValidated
			onSubmit={(event) => void submit(event)}
		>
			<TextField label={t`Email`} name="email" type="email" required maxLength={254} autoComplete="off" />
			<TextField
				label={t`Note`}
				hint={t`For administrators, such as who asked for it.`}
				name="detail"
				maxLength={300}
				isOptional
			/>
		</FormDialog>
	);
}
