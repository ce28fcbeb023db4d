import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';
import { type FileRules, type SortedFiles, sortFiles } from './file-rules.ts';
import { Icon } from './icon.tsx';

export interface FileFieldProps extends FieldProps, FileRules {
	isMultiple?: boolean;
	isDisabled?: boolean;
	/**
	 * Chosen by picker or drop; what was refused comes with the reason, for the owner to say in `error`. That of the choice before is
	 * the owner's to take away.
	 */
	onFiles: (files: SortedFiles) => void;
	/** Files that are there already count against maxFiles. */
	chosenCount?: number;
	/** Line under the invitation: accepted kinds and sizes. */
	note?: string;
	className?: string;
}

/**
 * `useField` for a control whose owner judges each file at once: the error is the owner's to take away, and the same one for the next
 * file stays in sight.
 */
export function useJudgedField(props: Parameters<typeof useField>[0]): ReturnType<typeof useField> {
	return { ...useField(props), correct: () => {} };
}

/** A place to drop files, which is a plain file input for everybody else. */
export function FileField(props: FileFieldProps) {
	const { label, hint, error, isOptional, isLabelHidden, id, name, className, note } = props;
	const { isMultiple = false, isDisabled = false, onFiles, chosenCount = 0, accept } = props;
	const ids = useJudgedField({ id, name, hint, error });
	const { t } = useLingui();
	const [isOver, setIsOver] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const take = (list: FileList | null) => {
		const files = [...(list ?? [])];
		if (files.length > 0) onFiles(sortFiles(isMultiple ? files : files.slice(0, 1), props, chosenCount));
		if (input.current) input.current.value = '';
	};
	// Chosen before the page had its script: that event is not repeated.
	const takeEarly = useEffectEvent(() => take(input.current?.files ?? null));
	useEffect(() => takeEarly(), []);
	const onDrag = (event: DragEvent, over: boolean) => {
		event.preventDefault();
		setIsOver(over && !isDisabled);
	};
	return (
		<FieldFrame {...{ ids, label, hint, error, isOptional, isLabelHidden, className }}>
			<label
				htmlFor={ids.id}
				onDragEnter={(event) => onDrag(event, true)}
				onDragOver={(event) => onDrag(event, true)}
				onDragLeave={(event) => onDrag(event, false)}
				onDrop={(event) => {
					onDrag(event, false);
					if (!isDisabled) take(event.dataTransfer.files);
				}}
				className={clsx(
					'relative flex flex-col items-center gap-2 rounded-lg border border-dashed p-6 text-center text-sm transition-colors',
					'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
					isOver ? 'border-accent bg-accent-tint' : 'border-control hover:bg-sunken',
					ids.error && 'border-danger',
					isDisabled && 'opacity-50',
				)}
			>
				<Icon icon={FileUp} size={20} className="text-muted" />
				<span>
					<span className="font-medium underline underline-offset-2">
						{isMultiple ? t`Choose files` : t`Choose a file`}
					</span>{' '}
					<span className="text-muted pointer-coarse:hidden">{t`or drop here`}</span>
				</span>
				{note ? <span className="text-balance text-compact text-muted">{note}</span> : null}
				<input
					{...ids.control}
					ref={input}
					name={name}
					type="file"
					accept={accept}
					multiple={isMultiple}
					disabled={isDisabled}
					onChange={(event) => take(event.target.files)}
					className="absolute inset-0 size-full cursor-pointer opacity-0"
				/>
			</label>
		</FieldFrame>
	);
}
