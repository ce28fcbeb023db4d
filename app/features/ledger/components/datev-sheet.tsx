import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { messageFor } from '#app/lib/form-errors.ts';
import { readError } from '#app/lib/read-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AccountingSettings } from '#shared/contracts/ledger.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import type { AccountNames } from '../account-names.ts';
import { useAccountingSettings, useSaveAccountingSettings } from '../api.ts';
import { type DatevProblem, type MissingAccount, readValues, valuesOf } from '../datev-values.ts';
import { AccountTable } from './account-table.tsx';
import { DatevFields } from './datev-fields.tsx';

interface SheetProps {
	organisation: string;
	isEditable: boolean;
	accountNames: AccountNames;
	/** The rates of the month. */
	rates: readonly (number | null)[];
	/** Accounts that an export was refused for. */
	missing: readonly MissingAccount[];
	onSaved: () => void;
	onClose: () => void;
}

/** What DATEV must know: the numbers of adviser and client, the chart of accounts, and the number of each account. */
export function DatevSheet(props: SheetProps) {
	const { t } = useLingui();
	const settings = useAccountingSettings(props.organisation);
	const error = readError(settings);
	if (settings.data)
		return (
			<DatevForm
				{...props}
				settings={settings.data}
				reload={() => void settings.refetch()}
				key={settings.data.version}
			/>
		);
	return (
		<Sheet isOpen title={t`Accounts for DATEV`} onClose={props.onClose}>
			{error ? <ErrorCallout error={error} onRetry={settings.refetch} /> : <Skeleton className="h-96" />}
		</Sheet>
	);
}

const form = 'datev-settings';

function DatevForm(props: SheetProps & { settings: AccountingSettings; reload: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { settings, isEditable, onClose, onSaved } = props;
	const save = useSaveAccountingSettings(props.organisation);
	const [values, setValues] = useState(() => valuesOf(settings));
	const [errors, setErrors] = useState<readonly FormError[]>([]);
	const [isConflict, setConflict] = useState(false);
	const [isSaving, setSaving] = useState(false);
	const digits = values.accountLength;
	const longer = String(Number(digits) + 1);
	const problems: Record<DatevProblem, string> = {
		consultant: t`Enter a number from 1001 to 9999999.`,
		client: t`Enter a number from 1 to 99999.`,
		number: t`Enter ${digits} or ${longer} digits.`,
		key: t`Enter up to four digits.`,
	};
	async function submit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSaving || !isEditable) return;
		const read = readValues(values);
		if ('faults' in read)
			return setErrors(
				read.faults.map(({ field, problem }) => ({ name: field, message: problems[problem] })),
			);
		setSaving(true);
		try {
			await save(read.input, settings.version);
			toast({ variant: 'success', description: t`Saved. You can download the file now.` });
			onSaved();
			onClose();
		} catch (error) {
			setConflict(isVersionConflict(error));
			setErrors([{ message: errorText(error) }]);
			setSaving(false);
		}
	}
	const set = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
	const fieldsOf = { values, set, problem: (name: string) => messageFor(errors, name) };
	return (
		<Sheet
			isOpen
			title={t`Accounts for DATEV`}
			isDismissable={!isSaving}
			onClose={onClose}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={isSaving}>
						<Trans>Close</Trans>
					</Button>
					{isEditable ? (
						<Button type="submit" form={form} isLoading={isSaving}>
							<Trans>Save</Trans>
						</Button>
					) : null}
				</>
			}
		>
			<Form
				id={form}
				method="post"
				errors={errors}
				onSubmit={(event) => void submit(event as SubmitEvent<HTMLFormElement>)}
			>
				{isConflict ? (
					<Callout
						tone="warning"
						title={t`Someone else just saved changes.`}
						action={
							<Button size="sm" variant="outline" onClick={props.reload}>
								{t`Load theirs`}
							</Button>
						}
					>
						<Trans>Loading theirs discards what you typed here.</Trans>
					</Callout>
				) : null}
				<p className="text-sm text-muted">
					<Trans>
						Ask your tax adviser for these details. The numbers are proposals until your adviser has confirmed
						them.
					</Trans>
				</p>
				<fieldset disabled={!isEditable} className="contents">
					<DatevFields {...fieldsOf} />
					<AccountTable
						{...fieldsOf}
						names={props.accountNames}
						rates={props.rates}
						missing={props.missing}
					/>
				</fieldset>
			</Form>
		</Sheet>
	);
}
