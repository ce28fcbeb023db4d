import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useAddVersion, useCreateTemplate, useOwnTemplates } from '../api.ts';

/** Saves an event as a template: a new one, or as the newest version of one that is there. */
export function SaveAsTemplate({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(false);
	return (
		<SettingsRow
			title={t`Save as template`}
			description={t`Keeps the page, ticket types, questions and refund policy for new events. Guests, orders and passwords stay here.`}
		>
			<Button variant="outline" onClick={() => setOpen(true)}>{t`Save as template`}</Button>
			{isOpen ? <SaveDialog event={event} onClose={() => setOpen(false)} /> : null}
		</SettingsRow>
	);
}

function SaveDialog({ event, onClose }: { event: PublicEvent; onClose: () => void }) {
	const { t } = useLingui();
	const organisation = event.organisation?.id ?? '';
	const { own = [] } = useOwnTemplates();
	const create = useCreateTemplate(organisation);
	const addVersion = useAddVersion(organisation);
	const [into, setInto] = useState('');
	const mine = own.filter((card) => card.own?.organisationId === organisation);
	const form = useFormCall({
		labels: { name: t`Name` },
		checks: { name: (name) => (into || name.trim() ? undefined : t`Enter a name.`) },
		send: async ({ name = '' }) => {
			if (into) await addVersion.mutateAsync({ template: into, fromEvent: event.id });
			else await create.mutateAsync({ fromEvent: event.id, name: name.trim() });
			toast({ variant: 'success', description: t`Template saved` });
			onClose();
		},
	});
	return (
		<FormDialog
			form="save-template"
			onClose={onClose}
			title={t`Save as template`}
			description={
				<Trans>
					You find it under{' '}
					<Link to="/templates" className="link">
						Templates
					</Link>
					. Changing a template never changes an event.
				</Trans>
			}
			label={t`Save template`}
			closeLabel={t`Cancel`}
			{...form.dialog}
		>
			{mine.length > 0 ? (
				<Select
					label={t`Save as`}
					name="into"
					value={into}
					onChange={({ target }) => setInto(target.value)}
					options={[
						{ value: '', label: t`New template` },
						...mine.map(({ id, name }) => ({ value: id, label: t`New version of “${name}”` })),
					]}
				/>
			) : null}
			{into ? null : (
				<TextField
					label={t`Name`}
					name="name"
					defaultValue={event.title.slice(0, 120)}
					maxLength={120}
					error={form.errorOf('name')}
					autoComplete="off"
					required
				/>
			)}
		</FormDialog>
	);
}
