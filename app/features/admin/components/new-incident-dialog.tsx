import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { componentNames } from '#app/features/status/api.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type StatusComponent, statusComponents } from '#shared/contracts/status.ts';
import { useCreateIncident } from '../incidents-api.ts';

/** Local date and time of the field as an instant; empty: none. */
const instantOf = (value: FormDataEntryValue | null) =>
	value ? new Date(String(value)).toISOString() : undefined;

/** Publishes an outage or planned work. What was typed stays until it is published. */
export function NewIncidentDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
	const { t, i18n } = useLingui();
	const create = useCreateIncident();
	const [kind, setKind] = useState<'incident' | 'maintenance'>('incident');

	async function submit(event: FormEvent<HTMLFormElement>) {
		const form = new FormData(event.currentTarget);
		try {
			await create.mutateAsync({
				title: String(form.get('title')),
				kind,
				impact: String(form.get('impact')) as 'none' | 'degraded' | 'down',
				components: form.getAll('components') as StatusComponent[],
				message: String(form.get('message')),
				...(kind === 'maintenance' && {
					startsAt: instantOf(form.get('startsAt')),
					endsAt: instantOf(form.get('endsAt')),
				}),
			});
			onClose();
		} catch {
			// Shown above the form.
		}
	}

	return (
		<FormDialog
			form="new-incident"
			onClose={onClose}
			isPending={create.isPending}
			label={t`Publish`}
			closeLabel={t`Cancel`}
			isOpen={isOpen}
			title={t`Report incident`}
			description={t`Appears on the status page at once.`}
			error={create.error}
			isValidated
			onSubmit={(event) => void submit(event)}
		>
			<Select
				label={t`Type`}
				value={kind}
				onChange={(event) => setKind(event.target.value as typeof kind)}
				options={[
					{ value: 'incident', label: t`Incident` },
					{ value: 'maintenance', label: t`Maintenance` },
				]}
			/>
			<TextField label={t`Title`} name="title" required maxLength={150} />
			<Select
				label={t`Impact`}
				name="impact"
				defaultValue="degraded"
				options={[
					{ value: 'none', label: t`None` },
					{ value: 'degraded', label: t`Degraded` },
					{ value: 'down', label: t`Down` },
				]}
			/>
			<fieldset className="flex flex-col gap-2">
				<legend className="pb-1 text-sm font-medium">{t`Components`}</legend>
				{statusComponents.map((component) => (
					<Checkbox
						key={component}
						name="components"
						value={component}
						label={i18n._(componentNames[component])}
					/>
				))}
			</fieldset>
			{kind === 'maintenance' ? (
				<div className="grid gap-4 sm:grid-cols-2">
					<TextField label={t`Starts`} name="startsAt" type="datetime-local" required />
					<TextField label={t`Ends`} name="endsAt" type="datetime-local" isOptional />
				</div>
			) : null}
			<TextArea label={t`Message`} name="message" required maxLength={2000} rows={4} />
		</FormDialog>
	);
}
