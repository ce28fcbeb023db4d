import clsx from 'clsx';
import { type ReactNode, type Ref, useEffect, useId, useState } from 'react';
import { Form as RouterForm, type FormProps as RouterFormProps } from 'react-router';
import { ErrorSummary, type FormError } from './error-summary.tsx';
import { FormScope } from './field.tsx';

export interface FormProps extends RouterFormProps {
	/** Shown on top with links to the fields; the first one listed takes focus when the list changes. */
	errors?: readonly FormError[];
	/** The focus stays where it is when errors come: for what is saved while somebody types. */
	keepsFocus?: boolean;
	/** `lg` for public pages: 48 px controls, 16 px text. */
	size?: 'md' | 'lg';
	ref?: Ref<HTMLFormElement>;
	children: ReactNode;
}

/**
 * A form that works before any script has loaded (it posts to its action and the browser checks its fields) and takes over
 * the checking afterwards. Names of fields become ids inside it.
 */
export function Form(props: FormProps) {
	const { errors, keepsFocus = false, size = 'md', className, children, id, ...rest } = props;
	const own = useId();
	const scope = id ?? own;
	const [isHydrated, setIsHydrated] = useState(false);
	useEffect(() => setIsHydrated(true), []);
	return (
		<RouterForm
			{...rest}
			id={scope}
			noValidate={isHydrated}
			className={clsx('flex flex-col gap-5', size === 'lg' && 'controls-lg', className)}
		>
			<FormScope value={scope}>
				{errors ? <ErrorSummary errors={errors} scope={scope} keepsFocus={keepsFocus} /> : null}
				{children}
			</FormScope>
		</RouterForm>
	);
}
