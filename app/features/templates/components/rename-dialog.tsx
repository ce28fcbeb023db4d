import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { type TemplatePurpose, templatePurposes } from '#shared/rules/template-purposes.ts';
import { useUpdateTemplate } from '../api.ts';
import { usePurposeLabels } from '../purpose-labels.ts';

/** Details of an own template: its name, and its purpose. */
export function RenameDialog({ card, onClose }: { card: TemplateCard; onClose: () => void }) {
	const { t } = useLingui();
	const purposes = usePurposeLabels();
	const update = useUpdateTemplate();
	const form = useFormCall({
		labels: { name: t`Name`, hint: t`What it is for` },
		checks: { name: (name) => (name.trim() ? undefined : t`Enter a name.`) },
		send: async ({ name = '', hint = '', purpose }) => {
			await update.mutateAsync({
				organisation: card.own?.organisationId ?? '',
				template: card.id,
				version: card.version,
				name: name.trim(),
				hint: hint.trim(),
				purpose: purpose as TemplatePurpose,
			});
			onClose();
		},
	});
	return (
		<FormDialog
			form="rename-template"
			onClose={onClose}
			title={t`Rename template`}
			label={t`Save`}
			closeLabel={t`Cancel`}
			{...form.dialog}
		>
			<TextField
				label={t`Name`}
				name="name"
				defaultValue={card.name}
				maxLength={120}
				error={form.errorOf('name')}
				autoComplete="off"
				required
			/>
			<TextField
				label={t`What it is for`}
				name="hint"
				defaultValue={card.hint}
				maxLength={300}
				error={form.errorOf('hint')}
				isOptional
			/>
			<Select
				label={t`Purpose`}
				name="purpose"
				defaultValue={card.purpose}
				options={templatePurposes.map((value) => ({ value, label: purposes[value] }))}
			/>
		</FormDialog>
	);
}
