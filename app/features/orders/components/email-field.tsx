import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useState } from 'react';
import { TextField } from '#app/ui/text-field.tsx';

/** Not part of the page: fetched when somebody is about to type, so that it is there when the connection is not. */
const loadRules = () => import('./email-suggestion.tsx').catch(() => null);

/**
 * An address, asked for once. A likely slip (gmial) is pointed out with the address that was probably meant; taking it is one press, and
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
	const { input } = props;
	const [suggestion, setSuggestion] = useState<ReactNode>(null);
	const clear = () => setSuggestion(null);
	const look = async () => {
		const field = input.current;
		const typed = field?.value;
		if (!typed) return;
		const rules = await loadRules();
		if (field.value === typed) setSuggestion(rules?.suggestionFor(field, clear));
	};
	return (
		<div className="flex flex-col gap-1.5">
			<TextField
				ref={input}
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
