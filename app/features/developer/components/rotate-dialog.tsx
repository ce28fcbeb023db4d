import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import type { ApiKey } from '#shared/contracts/developer.ts';

const overlaps = [0, 1, 7, 30];

/** Makes the successor of a key and says how long the old one goes on working. */
export function RotateDialog(props: {
	organisation: string;
	apiKey: ApiKey;
	onRotate: (overlapDays: number) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const form = useFormCall({
		labels: { overlapDays: t`The old key works for` },
		checks: {},
		send: ({ overlapDays }) => props.onRotate(Number(overlapDays)),
	});
	return (
		<FormDialog
			form="rotate-key"
			{...form.dialog}
			onClose={props.onClose}
			label={t`Rotate`}
			closeLabel={t`Cancel`}
			size="sm"
			title={t`Rotate ${props.apiKey.name}?`}
			description={t`You get a new key with the same scopes and events. Update your programs while both keys work.`}
		>
			{props.apiKey.environment === 'live' ? (
				<PlanHint organisation={props.organisation} need="hasApi" />
			) : null}
			<Select
				label={t`The old key works for`}
				name="overlapDays"
				defaultValue="7"
				options={overlaps.map((days) => ({
					value: String(days),
					label:
						days === 0 ? t`Not at all: revoke it now` : days === 1 ? t`1 more day` : t`${days} more days`,
				}))}
			/>
		</FormDialog>
	);
}
