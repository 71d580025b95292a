import eu.europa.esig.dss.jaxb.object.Message;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import java.io.File;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Validates the signatures of PDFs with the EU's Digital Signature Service, which asks no network here. Arguments: paths of trusted
 * certificates joined by commas, then paths of PDFs. Prints a JSON array: for each file its path, and for each signature its verdict, its
 * level, its scope, its time stamps' verdicts and all errors and warnings.
 */
public final class EuDss {
  public static void main(String[] arguments) {
    var trusted = new CommonTrustedCertificateSource();
    for (String path : arguments[0].split(",")) trusted.addCertificate(DSSUtils.loadCertificate(new File(path)));
    System.out.println(
        List.of(arguments).subList(1, arguments.length).stream()
            .map((path) -> "{\"path\":\"" + path + "\",\"signatures\":[" + signaturesOf(path, trusted) + "]}")
            .collect(Collectors.joining(",\n", "[", "]")));
  }

  private static String signaturesOf(String path, CommonTrustedCertificateSource trusted) {
    var validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
    var verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    validator.setCertificateVerifier(verifier);
    SimpleReport report = validator.validateDocument().getSimpleReport();
    return report.getSignatureIdList().stream().map((id) -> verdictOf(report, id)).collect(Collectors.joining(","));
  }

  private static String verdictOf(SimpleReport report, String id) {
    Stream<Message> complaints =
        Stream.concat(report.getAdESValidationErrors(id).stream(), report.getAdESValidationWarnings(id).stream());
    List<String> stamps =
        report.getSignatureTimestamps(id).stream().map((stamp) -> stamp.getIndication().name()).toList();
    String scopes =
        report.getSignatureScopes(id).stream().map((scope) -> scope.getScope().name()).collect(Collectors.joining(","));
    return "{\"verdict\":\"" + report.getIndication(id)
        + "\",\"level\":\"" + report.getSignatureFormat(id)
        + "\",\"scope\":\"" + scopes
        + "\",\"timeStamps\":" + strings(stamps)
        + ",\"complaints\":" + strings(complaints.map(Message::getValue).toList()) + "}";
  }

  private static String strings(List<String> values) {
    return values.stream().map((value) -> '"' + value + '"').collect(Collectors.joining(",", "[", "]"));
  }
}
