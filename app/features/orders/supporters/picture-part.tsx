import { useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type OwnPage, removePagePicture, uploadPagePicture } from '#shared/contracts/supporter-pages.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { SQUARE_MB } from '#shared/rules/file-sizes.ts';

const MAX_BYTES = SQUARE_MB * 1_000_000;
const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** The picture of a page, for its owner: shown, replaced and removed. */
export function PicturePart(props: { token: string; page: OwnPage; onSaved: (page: OwnPage) => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { token, page, onSaved } = props;
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState('');
	async function act(work: () => Promise<OwnPage>) {
		setPending(true);
		setError('');
		try {
			onSaved(await work());
		} catch (failed) {
			setError((failed instanceof AppError && failed.details[0]?.message) || errorText(failed));
		} finally {
			setPending(false);
		}
	}
	const how = { params: { pageToken: token }, ifMatch: `"${page.version}"`, hasBearer: false } as const;
	return (
		<section aria-labelledby="page-picture" className="needs-script flex flex-col gap-4">
			<h2 id="page-picture" className="text-lg font-medium">
				{t`Picture`}
			</h2>
			{page.picture ? (
				<img
					src={page.picture.url}
					srcSet={page.picture.srcSet}
					sizes="(min-width: 40rem) 24rem, 100vw"
					alt={page.name}
					className="aspect-video w-full max-w-sm rounded-lg object-cover"
				/>
			) : null}
			<FileField
				label={page.picture ? t`Replace picture` : t`Add picture`}
				accept={KINDS}
				maxBytes={MAX_BYTES}
				isDisabled={isPending}
				note={t`JPEG, PNG, WebP, AVIF or GIF, at most ${SQUARE_MB} MB`}
				error={error}
				onFiles={({ accepted, refused }) => {
					setError(
						refused.length > 0 ? t`Choose an image of one of these types, up to ${SQUARE_MB} MB.` : '',
					);
					const [file] = accepted;
					if (file) void act(() => api.call(uploadPagePicture, { ...how, file, timeoutMs: 120_000 }));
				}}
			/>
			<div className="flex min-h-9 items-center gap-3">
				{page.picture ? (
					<Button
						variant="ghost"
						size="sm"
						icon={Trash2}
						isLoading={isPending}
						onClick={() => void act(() => api.call(removePagePicture, how))}
					>
						{t`Remove picture`}
					</Button>
				) : isPending ? (
					<Spinner />
				) : null}
			</div>
		</section>
	);
}
