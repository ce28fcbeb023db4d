import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useErrorText } from '#app/lib/error-text.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { MAX_PICTURE_ALT } from '#shared/contracts/events.ts';
import { textImagePath } from '#shared/rules/rich-text.ts';
import { addPicture } from '../api.ts';
import type { PictureAttributes } from '../picture-node.ts';

/** What the dialog is open for: a new picture, perhaps one that was pasted, or one of the text. */
export type PictureRequest = { file: File | null } | { picture: PictureAttributes };

const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
const maxBytes = 10_000_000;

/** Uploads a picture of an event's description, and asks for its alt text: without it there is no picture. */
export function PictureDialog(props: {
	event: string;
	request: PictureRequest;
	onClose: () => void;
	onPicture: (picture: PictureAttributes) => void;
}) {
	const { event, request } = props;
	const { t } = useLingui();
	const id = useId();
	const errorText = useErrorText();
	const keyOf = useKeyOf();
	const [known, given] = 'picture' in request ? [request.picture, null] : [null, request.file];
	const faults = {
		size: t`Choose a picture up to 10 MB.`,
		type: t`Choose a JPEG, PNG, WebP, AVIF or GIF picture.`,
		count: '',
	};
	const [file, setFile] = useState(given && !faultOf(given) ? given : null);
	const [alt, setAlt] = useState(known?.alt ?? '');
	const [fault, setFault] = useState(given ? faults[faultOf(given) ?? 'count'] : '');
	const [missing, setMissing] = useState<'file' | 'alt' | null>(null);
	const [isSending, setSending] = useState(false);
	const upload = useRef<AbortController | null>(null);
	useEffect(() => () => upload.current?.abort(), []);

	async function submit(submitted: FormEvent) {
		submitted.preventDefault();
		// React hands events of a portal on to its parents, and so to the form that the text is a field of.
		submitted.stopPropagation();
		const words = alt.replace(/\s+/g, ' ').trim();
		const lacks = !known && !file ? 'file' : words === '' ? 'alt' : null;
		setMissing(lacks);
		if (lacks || isSending) return;
		if (!file) return props.onPicture({ stem: known?.stem ?? '', alt: words });
		setSending(true);
		setFault('');
		upload.current = new AbortController();
		const { signal } = upload.current;
		try {
			const key = keyOf([file.name, file.size, file.lastModified, words]);
			const { stem } = await addPicture(event, { file, alt: words, key, signal });
			props.onPicture({ stem, alt: words });
		} catch (error) {
			if (signal.aborted) return;
			const { details } = error as { details?: { message: string }[] };
			setFault(details?.[0]?.message ?? errorText(error));
			setSending(false);
		}
	}

	// Outside of the form that the text is a field of: forms cannot be nested.
	return createPortal(
		<Dialog
			isOpen
			onClose={props.onClose}
			title={known ? t`Edit alt text` : t`Add a picture`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form={id} isLoading={isSending}>
						{known ? <Trans>Save</Trans> : <Trans>Add</Trans>}
					</Button>
				</>
			}
		>
			<form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
				{fault ? (
					<Callout tone="danger" isUrgent>
						{fault}
					</Callout>
				) : null}
				{known ? (
					<img
						src={textImagePath(known.stem)}
						alt=""
						className="max-h-60 w-full rounded-md bg-sunken object-contain"
					/>
				) : file ? (
					<Chosen file={file} onOther={() => setFile(null)} />
				) : (
					<FileField
						label={t`Picture`}
						accept={types}
						maxBytes={maxBytes}
						note={t`JPEG, PNG, WebP, AVIF or GIF up to 10 MB`}
						error={missing === 'file' ? t`Choose a picture.` : undefined}
						onFiles={({ accepted, refused }) => {
							setMissing(null);
							setFile(accepted[0] ?? null);
							setFault(refused[0] ? faults[refused[0].fault] : '');
						}}
					/>
				)}
				<TextField
					label={t`Alt text`}
					hint={t`Say what the picture shows. People who can’t see it hear this instead.`}
					value={alt}
					maxLength={MAX_PICTURE_ALT}
					autoComplete="off"
					dir="auto"
					error={missing === 'alt' ? t`Describe the picture in a few words.` : undefined}
					onChange={(change) => {
						setAlt(change.target.value);
						setMissing(null);
					}}
				/>
				<p role="status" className="text-compact text-muted">
					{isSending ? <Trans>Uploading…</Trans> : null}
				</p>
			</form>
		</Dialog>,
		document.body,
	);
}

function faultOf(file: File): 'size' | 'type' | null {
	if (!types.split(',').includes(file.type)) return 'type';
	return file.size > maxBytes ? 'size' : null;
}

function Chosen({ file, onOther }: { file: File; onOther: () => void }) {
	const [url, setUrl] = useState('');
	useEffect(() => {
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [file]);
	return (
		<div className="flex flex-col items-start gap-2">
			<span className="block h-60 w-full overflow-hidden rounded-md border bg-sunken">
				{url ? <img src={url} alt={file.name} className="size-full object-contain" /> : null}
			</span>
			<Button size="sm" variant="outline" onClick={onOther}>
				<Trans>Replace picture</Trans>
			</Button>
		</div>
	);
}
