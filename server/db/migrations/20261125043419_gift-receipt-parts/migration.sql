CREATE TABLE "gift_receipt_parts" (
	"organisation_id" uuid,
	"document_id" uuid,
	"subject_id" uuid,
	CONSTRAINT "gift_receipt_parts_pkey" PRIMARY KEY("organisation_id","document_id","subject_id")
);
--> statement-breakpoint
CREATE INDEX "gift_receipt_parts_subject_index" ON "gift_receipt_parts" ("organisation_id","subject_id");