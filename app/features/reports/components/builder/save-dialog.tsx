import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Report } from '#shared/contracts/reports.ts';

/** The name of a report, and who sees it. */
export function SaveDialog(props: {
	/** Null: a new one. */
	report: Report | null;
	name: string;
	onSave: (values: { name: string; note: string; sharing: Report['sharing'] }) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { report } = props;
	const form = useFormCall({
		labels: { name: t`Name`, note: t`Note` },
		checks: { name: (name) => (name.trim() ? undefined : t`Enter a name.`) },
		send: ({ name = '', note = '', sharing }) =>
			props.onSave({
				name: name.trim(),
				note: note.trim(),
				sharing: (sharing ?? report?.sharing) === 'organisation' ? 'organisation' : 'private',
			}),
	});
	return (
		<FormDialog
			form="report"
			onClose={props.onClose}
			title={report ? t`Save report` : t`Save as a new report`}
			label={t`Save report`}
			closeLabel={t`Cancel`}
			{...form.dialog}
		>
			<TextField
				label={t`Name`}
				name="name"
				defaultValue={props.name}
				maxLength={120}
				autoComplete="off"
				error={form.errorOf('name')}
			/>
			<TextField
				label={t`Note`}
				name="note"
				isOptional
				defaultValue={report?.note}
				maxLength={500}
				autoComplete="off"
			/>
			{report === null || report.isMine ? (
				<RadioGroup
					label={t`Who sees this report`}
					name="sharing"
					defaultValue={report?.sharing ?? 'private'}
					options={[
						{ value: 'private', label: t`Only me` },
						{
							value: 'organisation',
							label: t`The team`,
							description: t`Everyone sees what their role and their events allow.`,
						},
					]}
				/>
			) : null}
		</FormDialog>
	);
}
