import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '#app/ui/text-field.tsx';

/**
 * Rules of an event that are edited as text. What was typed stays as it was typed: `1.5` and `1.50` are the same rules.
 * @param read what a text holds: whole rules, or what is typed and is none yet
 * @param typedOf rules as their fields show them
 */
export function useTypedRules<Typed, Rules>(
	text: string,
	read: (text: string) => { typed?: Typed | undefined; rules?: Rules | undefined },
	typedOf: (rules: Rules) => Typed,
) {
	const [edited, setEdited] = useState<{ typed: Typed; text: string }>();
	const found = read(text);
	const typed = edited?.text === text ? edited.typed : (found.typed ?? (found.rules && typedOf(found.rules)));
	return { typed, setEdited };
}

/** The fee that the organiser retains of each ticket that is changed or resold. */
export function FeeField(props: {
	label: string;
	/** The field to which the summary of errors leads. */
	name: string | undefined;
	currency: string;
	fee: string;
	isWrong: boolean;
	onChange: (fee: string) => void;
}) {
	const { t } = useLingui();
	return (
		<TextField
			label={props.label}
			name={props.name}
			prefix={props.currency}
			inputMode="decimal"
			autoComplete="off"
			value={props.fee}
			onChange={({ target }) => props.onChange(target.value)}
			error={props.isWrong ? t`Please enter a valid amount.` : undefined}
			className="max-w-80"
			isOptional
		/>
	);
}

/** The policy as guests read it; null: what is typed is none yet. */
export function GuestsSee({ policy }: { policy: string | null | undefined }) {
	return (
		<div className="flex flex-col gap-1 rounded-lg bg-ink/4 p-4 text-sm">
			<p className="text-compact text-muted">
				<Trans>Guests see</Trans>
			</p>
			<p aria-live="polite" className="[overflow-wrap:anywhere]" dir="auto">
				{policy ?? <Trans>Complete the fields above first.</Trans>}
			</p>
		</div>
	);
}
