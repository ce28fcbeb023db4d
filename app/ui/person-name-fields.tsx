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
	return (
		<div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
			<TextField
				label={t`First name`}
				name="firstName"
				autoComplete="given-name"
				maxLength={100}
				isOptional
				defaultValue={typed?.firstName}
				onChange={onChange}
				error={errorOf('firstName')}
			/>
			<TextField
				label={t`Last name`}
				name="lastName"
				autoComplete="family-name"
				maxLength={100}
				isOptional
				defaultValue={typed?.lastName}
				onChange={onChange}
				error={errorOf('lastName')}
			/>
		</div>
	);
}
