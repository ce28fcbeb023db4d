/** An e-invoice in a PDF: the file, and what readers learn of it. */
export interface AttachedInvoice {
	name: string;
	xml: string;
	description: string;
	date: Date;
}

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const property = (name: string, description: string) => `
	<rdf:li rdf:parseType="Resource">
		<pdfaProperty:name>${name}</pdfaProperty:name>
		<pdfaProperty:valueType>Text</pdfaProperty:valueType>
		<pdfaProperty:category>external</pdfaProperty:category>
		<pdfaProperty:description>${description}</pdfaProperty:description>
	</rdf:li>`;

/** What Factur-X 1.0 (ZUGFeRD 2) wants in the metadata of a PDF: the name and profile of the invoice in it, and what these words mean. */
const metadataOf = (name: string) => `
	<rdf:Description rdf:about="" xmlns:fx="${namespace}">
		<fx:DocumentType>INVOICE</fx:DocumentType>
		<fx:DocumentFileName>${name}</fx:DocumentFileName>
		<fx:Version>1.0</fx:Version>
		<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
	</rdf:Description>
	<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
		xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
		<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
			<pdfaSchema:schema>Factur-X</pdfaSchema:schema>
			<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
			<pdfaSchema:prefix>fx</pdfaSchema:prefix>
			<pdfaSchema:property><rdf:Seq>${property('DocumentFileName', 'name of the embedded XML file')}${property('DocumentType', 'type of the embedded document')}${property('Version', 'version of the schema of the embedded document')}${property('ConformanceLevel', 'profile that the embedded document keeps')}
			</rdf:Seq></pdfaSchema:property>
		</rdf:li></rdf:Bag></pdfaExtension:schemas>
	</rdf:Description>`;

/** Options of a PDF that is archived for years and may hold files: PDF/A-3b. */
export const archiveOptions = { subset: 'PDF/A-3b', pdfVersion: '1.7' } as const;

/** Puts an e-invoice into a PDF that was opened with `archiveOptions`. */
export function attachInvoice(
	pdf: PDFKit.PDFDocument,
	{ name, xml, description, date }: AttachedInvoice,
): void {
	pdf.file(Buffer.from(xml), {
		...{ name, description, type: 'text/xml', relationship: 'Alternative' },
		...{ creationDate: date, modifiedDate: date },
	});
	pdf.appendXML(metadataOf(name));
}

/** Characters allowed in the metadata of an archived PDF, which pdfkit writes without escaping. */
export const canBeMetadata = (text: string): boolean =>
	text.isWellFormed() && !/[<>&\ufffe\uffff]|\p{Cc}/u.test(text);
