import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileText, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import { uploadClient } from '#app/lib/upload-client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { mostAnswerFileBytes } from '#shared/rules/answer-files.ts';
import {
	type AnswerFiles,
	answerFileAccept,
	type FileProblem,
	mayTryAgain,
	problemOf,
	type StoredFile,
} from './answer-files.ts';
import { Button } from './button.tsx';
import { buttonStyle } from './button-style.ts';
import { FieldFrame } from './field.tsx';
import { FileField, useJudgedField } from './file-field.tsx';
import { Icon } from './icon.tsx';
import { ProgressBar } from './progress-bar.tsx';

interface FieldProps {
	questionId: string;
	label: ReactNode;
	hint?: ReactNode;
	isOptional: boolean;
	/** Id of the uploaded file; empty: none. */
	value: string;
	onChange: (value: string) => void;
	error?: ReactNode;
	id?: string | undefined;
	isDisabled?: boolean | undefined;
	files: AnswerFiles;
}

/** An upload under way, or one that failed. `again`: the file that may be sent another time. */
type Upload =
	| { state: 'sending'; file: File; sent: number }
	| { state: 'failed'; problem: string; again: File | null };

/**
 * The field for an answer that is a file. It is uploaded as soon as it is chosen, with its progress, and can be cancelled; then it is
 * shown by name and size, to download, replace or remove. The answer is the id of the uploaded file.
 */
export default function AnswerFileField(props: FieldProps) {
	const { t } = useLingui();
	const { value, files, isDisabled = false } = props;
	const { upload, said, choose, send, cancel, remove } = useUpload(props);
	// What was wrong before says nothing about the file that is being sent.
	const error = upload ? (upload.state === 'failed' ? upload.problem : undefined) : props.error;
	const again = upload?.state === 'failed' ? upload.again : null;
	const ids = useJudgedField({ id: props.id, hint: props.hint, error });
	const isSending = upload?.state === 'sending';
	const frame = useFocusWithin(ids.id, `${isSending} ${value}`);
	const limit = useFormats().fileSize(mostAnswerFileBytes);
	const stored = value === '' ? undefined : (files.find(value) ?? { id: value, name: t`File`, bytes: 0 });
	const common = { label: props.label, hint: props.hint, isOptional: props.isOptional };
	return (
		<div ref={frame} className="flex min-w-0 flex-col gap-2">
			{!isSending && !stored && !isDisabled ? (
				<FileField
					{...common}
					id={ids.id}
					error={error}
					accept={answerFileAccept}
					note={t`PDF, JPEG, PNG, WebP or HEIC, up to ${limit}`}
					onFiles={({ accepted, refused }) => choose(accepted[0] ?? refused[0]?.file)}
				/>
			) : (
				<FieldFrame as="fieldset" ids={ids} {...common} error={error}>
					{isSending ? (
						<Sending id={ids.id} upload={upload} onCancel={cancel} />
					) : stored ? (
						<Stored
							id={ids.id}
							file={stored}
							describedBy={ids.control['aria-describedby']}
							download={files.find(value) && files.download}
							onReplace={isDisabled ? null : choose}
							onRemove={isDisabled ? null : remove}
						/>
					) : (
						<p className="text-sm text-muted">
							<Trans>No file</Trans>
						</p>
					)}
				</FieldFrame>
			)}
			{again ? (
				<div>
					<Button variant="outline" size="sm" icon={RefreshCw} onClick={() => void send(again)}>
						{t`Try again`}
					</Button>
				</div>
			) : null}
			<p role="status" className="sr-only">
				{said}
			</p>
		</div>
	);
}

/** Sends what is chosen, and stores how that goes. */
function useUpload({ questionId, files, onChange }: FieldProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const [upload, setUpload] = useState<Upload | null>(null);
	const [said, setSaid] = useState('');
	const running = useRef<AbortController>(null);
	useEffect(() => () => running.current?.abort(), []);

	const limit = formats.fileSize(mostAnswerFileBytes);
	const problems = {
		type: t`Use a PDF, JPEG, PNG, WebP or HEIC file.`,
		empty: t`This file is empty. Choose another one.`,
		'too-large': t`This file is too large. Choose one of up to ${limit}.`,
	} satisfies Record<FileProblem, string>;

	function fail(problem: string, again: File | null) {
		setUpload({ state: 'failed', problem, again });
		setSaid(problem);
	}
	function choose(file: File | undefined) {
		if (!file) return;
		const problem = problemOf(file);
		if (problem) fail(problems[problem], null);
		else void send(file);
	}
	async function send(file: File) {
		const { name } = file;
		const stop = new AbortController();
		running.current = stop;
		setUpload({ state: 'sending', file, sent: 0 });
		setSaid(t`Uploading ${name}`);
		let quarters = 0;
		const onSent = (bytes: number) => {
			if (stop.signal.aborted) return;
			const sent = Math.min(bytes, file.size);
			setUpload({ state: 'sending', file, sent });
			// Not each step is read out.
			const passed = Math.floor((4 * sent) / file.size);
			if (passed > quarters && passed < 4) setSaid(t`${formats.percent(passed / 4)} uploaded`);
			quarters = passed;
		};
		try {
			const stored = await files.upload(uploadClient(onSent), questionId, file, stop.signal);
			if (stop.signal.aborted) return;
			onChange(stored.id);
			setUpload(null);
			setSaid(t`${name} uploaded`);
		} catch (error) {
			if (stop.signal.aborted) return;
			const detail = error instanceof AppError ? error.details[0]?.message : undefined;
			fail(detail ?? errorText(error), mayTryAgain(error) ? file : null);
		}
	}
	return {
		upload,
		said,
		choose,
		send,
		cancel: () => {
			running.current?.abort();
			setUpload(null);
			setSaid(t`Upload cancelled`);
		},
		remove: () => {
			onChange('');
			setUpload(null);
			setSaid(t`File removed`);
		},
	};
}

/** Holds the focus in the field when the control that had it gives way to another: the one with the id has it then. */
function useFocusWithin(id: string, shown: string) {
	const frame = useRef<HTMLDivElement>(null);
	const hadFocus = useRef(false);
	const before = useRef(shown);
	useLayoutEffect(() => {
		const isIn = () => frame.current?.contains(document.activeElement) ?? false;
		if (before.current !== shown && hadFocus.current && !isIn())
			document.getElementById(id)?.focus({ preventScroll: true });
		before.current = shown;
		hadFocus.current = isIn();
		// What is removed leaves the focus to the page without a word of it; what gets it elsewhere is heard.
		const note = () => {
			hadFocus.current = isIn();
		};
		document.addEventListener('focusin', note);
		return () => document.removeEventListener('focusin', note);
	}, [id, shown]);
	return frame;
}

function Sending(props: { id: string; upload: Upload & { state: 'sending' }; onCancel: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { file, sent } = props.upload;
	const done = formats.fileSize(sent);
	const all = formats.fileSize(file.size);
	return (
		<div className="flex flex-col gap-2 rounded-lg border border-hairline p-3">
			<ProgressBar
				label={<bdi className="[overflow-wrap:anywhere]">{file.name}</bdi>}
				value={sent}
				max={file.size}
			/>
			<div className="flex items-center justify-between gap-3">
				<span className="text-compact text-muted tabular-nums">{t`${done} of ${all}`}</span>
				<Button id={props.id} variant="outline" size="sm" onClick={props.onCancel}>
					{t`Cancel`}
				</Button>
			</div>
		</div>
	);
}

function Stored(props: {
	id: string;
	file: StoredFile;
	describedBy: string | undefined;
	download: AnswerFiles['download'];
	onReplace: ((file: File | undefined) => void) | null;
	onRemove: (() => void) | null;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { id, file, download, onReplace, onRemove } = props;
	const [isBusy, setBusy] = useState(false);
	const [problem, setProblem] = useState('');
	const { name } = file;
	async function save() {
		if (!download) return;
		setBusy(true);
		setProblem('');
		try {
			await saveResponse(await download(file), name);
		} catch (error) {
			setProblem(errorText(error));
		} finally {
			setBusy(false);
		}
	}
	const style = { variant: 'outline', size: 'sm' } as const;
	return (
		<div className="flex flex-col gap-3 rounded-lg border border-hairline p-3">
			<p className="flex min-w-0 items-start gap-2 text-sm">
				<Icon icon={FileText} className="mt-0.5 text-muted" />
				<span className="min-w-0">
					<bdi className="[overflow-wrap:anywhere]">{name}</bdi>
					{file.bytes > 0 ? <span className="text-muted"> · {formats.fileSize(file.bytes)}</span> : null}
				</span>
			</p>
			{problem ? (
				<p role="alert" className="text-compact text-danger">
					{problem}
				</p>
			) : null}
			<div className="flex flex-wrap gap-2 empty:hidden">
				{download ? (
					<Button
						{...style}
						id={onReplace ? undefined : id}
						icon={Download}
						aria-label={t`Download ${name}`}
						isLoading={isBusy}
						onClick={() => void save()}
					>
						{t`Download`}
					</Button>
				) : null}
				{onReplace ? (
					<label
						className={buttonStyle({
							...style,
							className:
								'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
						})}
					>
						<Icon icon={RefreshCw} className="-ms-0.5" />
						{t`Replace`}
						<input
							id={id}
							type="file"
							accept={answerFileAccept}
							aria-label={t`Replace ${name}`}
							aria-describedby={props.describedBy}
							className="absolute inset-0 size-full cursor-pointer opacity-0"
							onChange={({ target }) => {
								const [chosen] = target.files ?? [];
								target.value = '';
								onReplace(chosen);
							}}
						/>
					</label>
				) : null}
				{onRemove ? (
					<Button {...style} icon={Trash2} aria-label={t`Remove ${name}`} onClick={onRemove}>
						{t`Remove`}
					</Button>
				) : null}
			</div>
		</div>
	);
}
