import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
	changesToText,
	readChanges,
	readTypedChanges,
	type TypedChanges,
	typedChanges,
	typedChangesToText,
} from '#app/features/events/change-rules-text.ts';
import { Switch } from '#app/ui/switch.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { changePolicyText } from '#shared/rules/change-rules.ts';
import { DeadlineFields } from './deadline-fields.tsx';

/** Of which everything can become more generous later. */
const first = { until: { days: 1 }, allowsLower: false };

/** Whether buyers change their tickets by themselves, until when, and what is kept. */
export function ChangeRulesField(props: {
	/** Rules as `changesToText` writes them, or what is typed and is none yet; empty: no changes. */
	text: string;
	currency: string;
	onChange: (text: string) => void;
	error?: string | undefined;
}) {
	const { t } = useLingui();
	const { text, currency, error } = props;
	/** As it was typed: `1.5` and `1.50` are the same rules. */
	const [edited, setEdited] = useState<{ typed: TypedChanges; text: string }>();
	const found = readChanges(text);
	const typed =
		edited?.text === text
			? edited.typed
			: (found.typed ?? (found.rules && typedChanges(found.rules, currency)));
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
					<TextField
						label={t`Fee you keep per changed ticket`}
						name={nameOf('fee')}
						prefix={currency}
						inputMode="decimal"
						autoComplete="off"
						value={typed.fee}
						onChange={(event) => change({ fee: event.target.value })}
						error={read?.problem === 'fee' ? t`Please enter a valid amount.` : undefined}
						className="max-w-80"
						isOptional
					/>
					<Switch
						label={t`Also to tickets that cost less`}
						hint={t`The difference is refunded, less the fee.`}
						checked={typed.allowsLower}
						onChange={(event) => change({ allowsLower: event.target.checked })}
					/>
					<div className="flex flex-col gap-1 rounded-lg bg-ink/4 p-4 text-sm">
						<p className="text-compact text-muted">
							<Trans>Guests see</Trans>
						</p>
						<p aria-live="polite" className="[overflow-wrap:anywhere]" dir="auto">
							{read?.rules ? (
								changePolicyText(read.rules, currency)
							) : (
								<Trans>Complete the fields above first.</Trans>
							)}
						</p>
					</div>
				</fieldset>
			) : null}
		</div>
	);
}
