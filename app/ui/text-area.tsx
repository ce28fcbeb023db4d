import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps, useFieldParts } from './field.tsx';

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, keyof FieldProps> {}

/** Several lines; grows with its text where the browser can. */
export function TextArea(props: TextAreaProps) {
	const { ids, frame, rest } = useFieldParts(props);
	return (
		<FieldFrame {...frame}>
			<textarea rows={4} dir="auto" {...rest} {...ids.control} className={clsx('input')} />
		</FieldFrame>
	);
}
