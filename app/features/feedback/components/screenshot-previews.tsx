import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useObjectUrl } from '#app/lib/object-url.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

/** Small pictures of the chosen files, each with a way out. */
export function ScreenshotPreviews(props: { files: readonly File[]; onRemove?: (file: File) => void }) {
	const { files, onRemove } = props;
	const { t } = useLingui();
	if (files.length === 0) return null;
	return (
		<ul aria-label={t`Chosen screenshots`} className="grid grid-cols-3 gap-2">
			{files.map((file, index) => (
				<li key={`${file.name}-${file.lastModified}-${index}`} className="relative">
					<Thumbnail file={file} />
					{onRemove ? (
						<IconButton
							icon={X}
							size="sm"
							variant="secondary"
							tip="none"
							label={t`Remove ${file.name}`}
							onClick={() => onRemove(file)}
							className="absolute end-1 top-1"
						/>
					) : null}
				</li>
			))}
		</ul>
	);
}

function Thumbnail({ file }: { file: File }) {
	const url = useObjectUrl(file);
	return (
		<span className="block aspect-4/3 overflow-hidden rounded-md border bg-sunken">
			{url ? <img src={url} alt={file.name} className="size-full object-cover" /> : null}
		</span>
	);
}
