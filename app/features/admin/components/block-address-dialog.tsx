import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useAddSuppression } from '../api.ts';

/** Blocks an address by hand. What was typed stays until it is blocked. */
export function BlockAddressDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const formId = useId();
	const add = useAddSuppression();

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		try {
			await add.mutateAsync({ email: String(form.get('email')), detail: String(form.get('detail')) });
			onClose();
		} catch {
			// Shown above the form.
		}
	}

	return (
		<Dialog
			isOpen={isOpen}
			onClose={onClose}
			title={t`Block an address`}
			description={t`It gets no messages, reminders or news of any organisation.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form={formId} isLoading={add.isPending}>
						<Trans>Block</Trans>
					</Button>
				</>
			}
		>
			<form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
				<ErrorCallout error={add.error} />
				<TextField label={t`Email`} name="email" type="email" required maxLength={254} autoComplete="off" />
				<TextField
					label={t`Note`}
					hint={t`For administrators, such as who asked for it.`}
					name="detail"
					maxLength={300}
					isOptional
				/>
			</form>
		</Dialog>
	);
}
