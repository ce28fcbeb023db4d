import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, keyof FieldProps> {}

/** Several lines; grows with its text where the browser can. */
export function TextArea(props: TextAreaProps) {
	const { label, hint, error, isOptional, isLabelHidden, id, className, ...rest } = props;
	const ids = useField({ id, name: rest.name, hint, error });
	return (
		<FieldFrame {...{ ids, label, hint, error, isOptional, isLabelHidden, className }}>
			<textarea rows={4} dir="auto" {...rest} {...ids.control} className={clsx('input')} />
		</FieldFrame>
	);
}
