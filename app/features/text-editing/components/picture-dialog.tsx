import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useErrorText } from '#app/lib/error-text.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import { PictureChoice } from '#app/ui/picture-choice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { MAX_PICTURE_ALT } from '#shared/contracts/events.ts';
import { PICTURE_MB } from '#shared/rules/file-sizes.ts';
import { addPicture } from '../api.ts';
import type { PictureAttributes } from '../picture-node.ts';

/** What the dialog is open for: a new picture, perhaps one that was pasted, or one of the text. */
export type PictureRequest = { file: File | null } | { picture: PictureAttributes };

const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
const maxBytes = PICTURE_MB * 1_000_000;

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
		size: t`Choose a picture up to ${PICTURE_MB} MB.`,
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
				<FormButtons
					form={id}
					onClose={props.onClose}
					isPending={isSending}
					label={known ? <Trans>Save</Trans> : <Trans>Add</Trans>}
					closeLabel={<Trans>Cancel</Trans>}
				/>
			}
		>
			<form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
				{fault ? (
					<Callout tone="danger" isUrgent>
						{fault}
					</Callout>
				) : null}
				<PictureChoice
					stem={known?.stem}
					file={file}
					replaceLabel={t`Replace picture`}
					onReplace={() => setFile(null)}
				>
					<FileField
						label={t`Picture`}
						accept={types}
						maxBytes={maxBytes}
						note={t`JPEG, PNG, WebP, AVIF or GIF up to ${PICTURE_MB} MB`}
						error={missing === 'file' ? t`Choose a picture.` : undefined}
						onFiles={({ accepted, refused }) => {
							setMissing(null);
							setFile(accepted[0] ?? null);
							setFault(refused[0] ? faults[refused[0].fault] : '');
						}}
					/>
				</PictureChoice>
				<TextField
					label={t`Alt text`}
					hint={t`Describe the picture for people who can’t see it.`}
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
