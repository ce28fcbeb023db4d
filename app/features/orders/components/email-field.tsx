import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEvent, type ReactNode, type RefObject, useState } from 'react';
import { TextField } from '#app/ui/text-field.tsx';

/** Not part of the page: fetched when somebody is about to type, so that it is there when the connection is not. */
const loadRules = () => import('./email-suggestion.tsx').catch(() => null);

/**
 * An email address, typed once. A likely slip (gmial) is pointed out with the address that was probably meant; taking it is one press, and
 * nothing is ever corrected by itself. Uncontrolled: what was typed before the script came stays.
 */
export function EmailField(props: {
	input: RefObject<HTMLInputElement | null>;
	label?: string;
	/** Of the input, where it is not the one address of the person who fills the form in. */
	field?: { name?: string; autoComplete?: 'off'; required?: boolean };
	hint?: string | undefined;
	defaultValue?: string | undefined;
	error?: string | undefined;
}) {
	const { t } = useLingui();
	const [suggestion, setSuggestion] = useState<ReactNode>(null);
	const clear = () => setSuggestion(null);
	const look = async ({ target }: FocusEvent<HTMLInputElement>) => {
		const { value } = target;
		const rules = value && (await loadRules());
		if (rules && target.value === value) setSuggestion(rules.suggestionFor(target, clear));
	};
	return (
		<div className="flex flex-col gap-1.5">
			<TextField
				ref={props.input}
				label={props.label ?? t`Email`}
				hint={props.hint}
				name="email"
				type="email"
				inputMode="email"
				autoComplete="email"
				autoCapitalize="none"
				spellCheck={false}
				required
				maxLength={254}
				{...props.field}
				defaultValue={props.defaultValue}
				error={props.error}
				onFocus={loadRules}
				onBlur={look}
				onChange={clear}
			/>
			<p role="status" className="text-sm empty:hidden">
				{suggestion}
			</p>
		</div>
	);
}

/**
 * Which of the fields above the organiser receives: `buyerFields`, written out as one sentence that can be translated. Here, as the forms of
 * orders and of gift cards share this file alone.
 */
export function SharedWith({ organiser }: { organiser: string }) {
	return (
		<p className="text-compact text-muted">
			<Trans>{organiser} will receive your name and email. No account needed.</Trans>
		</p>
	);
}
