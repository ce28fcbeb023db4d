import { useLingui } from '@lingui/react/macro';
import type { ChangeEventHandler } from 'react';
import { TextField } from './text-field.tsx';

/** First and last name of a new account, `firstName` and `lastName`. */
export function PersonNameFields(props: {
	errorOf: (name: string) => string | undefined;
	typed?: { firstName: string; lastName: string };
	onChange?: ChangeEventHandler<HTMLInputElement>;
}) {
	const { t } = useLingui();
	const { errorOf, typed, onChange } = props;
	const fields = [
		{ name: 'firstName', label: t`First name`, autoComplete: 'given-name' },
		{ name: 'lastName', label: t`Last name`, autoComplete: 'family-name' },
	] as const;
	return (
		<div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
			{fields.map((field) => (
				<TextField
					{...field}
					key={field.name}
					maxLength={100}
					isOptional
					defaultValue={typed?.[field.name]}
					onChange={onChange}
					error={errorOf(field.name)}
				/>
			))}
		</div>
	);
}
