import java.io.FileInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/**
 * Validates PDFs with veraPDF. Arguments: flavours joined by commas ("3b,ua1"), then paths. Prints a JSON array: for each file its path and
 * its faults, each of which is "flavour clause-test".
 */
public final class VeraPdf {
  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    Logger.getLogger("").setLevel(Level.OFF);
    VeraGreenfieldFoundryProvider.initialise();
    List<String> flavours = List.of(arguments[0].split(","));
    StringBuilder json = new StringBuilder();
    for (String path : List.of(arguments).subList(1, arguments.length)) {
      String faults = flavours.stream()
          .flatMap((flavour) -> faultsOf(path, flavour).stream())
          .map((fault) -> '"' + fault + '"')
          .collect(Collectors.joining(","));
      json.append(json.length() == 0 ? "" : ",\n").append("{\"path\":\"" + path + "\",\"faults\":[" + faults + "]}");
    }
    System.out.println("[" + json + "]");
  }

  private static List<String> faultsOf(String path, String name) {
    PDFAFlavour flavour = PDFAFlavour.byFlavourId(name);
    try (InputStream file = new FileInputStream(path);
        var parser = Foundries.defaultInstance().createParser(file, flavour);
        var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
      ValidationResult result = validator.validate(parser);
      if (result.isCompliant()) return List.of();
      return result.getFailedChecks().keySet().stream().map((rule) -> name + " " + described(rule)).sorted().toList();
    } catch (Exception error) {
      return List.of(name + " " + error.getClass().getSimpleName());
    }
  }

  private static String described(RuleId rule) {
    return rule.getClause() + "-" + rule.getTestNumber();
  }
}
