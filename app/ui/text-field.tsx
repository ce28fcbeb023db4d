import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldProps, useFieldParts } from './field.tsx';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'size'> {
	/** Inside the frame, before or after the text: a unit, a currency, an address prefix. Not interactive. */
	prefix?: string;
	suffix?: ReactNode;
	inputClassName?: string;
}

/** One line of text. Takes every attribute of an input (type, autoComplete, inputMode …) and a ref. */
export function TextField(props: TextFieldProps) {
	const { inputClassName, prefix, suffix, ...field } = props;
	const { ids, frame, rest } = useFieldParts(field);
	const isFramed = prefix !== undefined || suffix !== undefined;
	const input = (
		<input
			type="text"
			{...rest}
			{...ids.control}
			className={clsx(
				isFramed ? 'w-full min-w-0 self-stretch bg-transparent outline-none' : 'input',
				inputClassName,
			)}
		/>
	);
	return (
		<FieldFrame {...frame}>
			{isFramed ? (
				<span
					className="input flex items-center gap-2"
					data-invalid={ids.error ? '' : undefined}
					data-disabled={rest.disabled ? '' : undefined}
				>
					{prefix ? <span className="shrink-0 text-muted">{prefix}</span> : null}
					{input}
					{suffix ? <span className="shrink-0 text-muted">{suffix}</span> : null}
				</span>
			) : (
				input
			)}
		</FieldFrame>
	);
}
