import { useLingui } from '@lingui/react/macro';
import {
	changesToText,
	readChanges,
	readTypedChanges,
	type TypedChanges,
	typedChanges,
	typedChangesToText,
} from '#app/features/events/change-rules-text.ts';
import { Switch } from '#app/ui/switch.tsx';
import { changePolicyText } from '#shared/rules/change-rules.ts';
import { DeadlineFields } from './deadline-fields.tsx';
import { FeeField, GuestsSee, useTypedRules } from './typed-rules.tsx';

/** Of which everything can become more generous later. */
const first = { until: { days: 1 }, allowsLower: false };

/** Whether buyers change their tickets by themselves, until when, and at which fee. */
export function ChangeRulesField(props: {
	/** Rules as `changesToText` writes them, or what is typed and is none yet; empty: no changes. */
	text: string;
	currency: string;
	onChange: (text: string) => void;
	error?: string | undefined;
}) {
	const { t } = useLingui();
	const { text, currency, error } = props;
	const { typed, setEdited } = useTypedRules(text, readChanges, (rules) => typedChanges(rules, currency));
	const read = typed && readTypedChanges(typed, currency);
	function change(part: Partial<TypedChanges>) {
		if (!typed) return;
		const next = { ...typed, ...part };
		const { rules } = readTypedChanges(next, currency);
		const written = rules ? changesToText(rules) : typedChangesToText(next);
		setEdited({ typed: next, text: written });
		props.onChange(written);
	}
	/** The field to which the summary of errors leads. */
	const nameOf = (problem: 'number' | 'fee') => (read?.problem === problem ? 'changeRules' : undefined);
	return (
		<div className="flex flex-col gap-4">
			<Switch
				label={t`Buyers can change their tickets`}
				hint={t`To another ticket type, or to more tickets. They pay the difference.`}
				name={read?.problem ? undefined : 'changeRules'}
				checked={typed !== undefined}
				onChange={(event) => props.onChange(event.target.checked ? changesToText(first) : '')}
				error={read?.problem ? undefined : error}
			/>
			{typed ? (
				<fieldset
					aria-label={t`How buyers change their tickets`}
					className="flex min-w-0 flex-col gap-4 rounded-lg border border-hairline p-4"
				>
					<div className="flex flex-wrap items-start gap-x-4 gap-y-3">
						<DeadlineFields value={typed} name={nameOf('number')} onChange={change} />
					</div>
					<FeeField
						label={t`Fee you keep per changed ticket`}
						name={nameOf('fee')}
						currency={currency}
						fee={typed.fee}
						isWrong={read?.problem === 'fee'}
						onChange={(fee) => change({ fee })}
					/>
					<Switch
						label={t`Also to tickets that cost less`}
						hint={t`The difference is refunded, less the fee.`}
						checked={typed.allowsLower}
						onChange={(event) => change({ allowsLower: event.target.checked })}
					/>
					<GuestsSee policy={read?.rules && changePolicyText(read.rules, currency)} />
				</fieldset>
			) : null}
		</div>
	);
}
