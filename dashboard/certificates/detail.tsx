export function CertificateDetail() {
  return null;
}
